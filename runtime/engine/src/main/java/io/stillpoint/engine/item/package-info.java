/** GetItem, PutItem, UpdateItem and DeleteItem (DDB-2). */
package io.stillpoint.engine.item;
