/** BatchGetItem and BatchWriteItem: many items in one request, each by itself (DDB-4). */
package io.stillpoint.engine.batch;
