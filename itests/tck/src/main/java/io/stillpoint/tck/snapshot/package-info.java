/**
 * The contract tests of {@code io.stillpoint.api.snapshot}: small abstract classes by topic, each
 * usable alone. A backend's test extends the ones it wants, says in {@link
 * io.stillpoint.tck.storage.BackendUnderTest} how to open an instance, and declares in {@link
 * io.stillpoint.tck.snapshot.SnapshotBehaviour} what the contract leaves to it. How it lets the kit
 * look inside, in test code only (SNAP-9), is {@link io.stillpoint.tck.snapshot.SnapshotHooks}.
 */
package io.stillpoint.tck.snapshot;
