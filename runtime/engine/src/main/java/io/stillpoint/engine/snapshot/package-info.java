/** Open snapshots, and exports of them (docs/snapshots.md). */
package io.stillpoint.engine.snapshot;
