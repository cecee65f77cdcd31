/**
 * The write planner: item operations become conditional batches, planned again when another writer
 * was faster, never sent again when their outcome is not known (STORAGE-CONTRACT, "Calls").
 */
package io.stillpoint.engine.write;
