/** How a backend lets the kit look into its snapshots, in test code only (SNAP-9). */
package io.stillpoint.tck.snapshot;
