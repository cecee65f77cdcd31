/**
 * The contract tests of {@code io.stillpoint.api.storage} and {@code
 * io.stillpoint.api.coordination}: small abstract classes by topic, each usable alone. A backend's
 * test extends the ones it wants and says in {@link io.stillpoint.tck.storage.BackendUnderTest} how
 * to open an instance.
 */
package io.stillpoint.tck.storage;
