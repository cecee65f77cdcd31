/**
 * Produces histories: {@link io.stillpoint.tck.history.load.Workload} sends a seeded mix of
 * operations to a server through a {@link io.stillpoint.tck.history.load.Client} and records all of
 * them.
 */
package io.stillpoint.tck.history.load;
