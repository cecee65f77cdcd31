/**
 * Secondary indexes: the entries that an item has in them, kept in the batch that writes the item,
 * and the build of an index that is younger than its items (DDB-5).
 */
package io.stillpoint.engine.index;
