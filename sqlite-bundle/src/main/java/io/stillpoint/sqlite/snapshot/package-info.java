/** Snapshots of tables, and online copies of the database (docs/snapshots.md). */
package io.stillpoint.sqlite.snapshot;
