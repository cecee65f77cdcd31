/**
 * The storage contract on SQLite: the catalog, the spaces' relations, reads, batches, reclaiming.
 */
package io.stillpoint.sqlite.storage;
