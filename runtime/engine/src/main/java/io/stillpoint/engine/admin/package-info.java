/**
 * What operators see of the engine: its tables, its backend instances, their snapshots, and its
 * control plane. The engine registers one {@link io.stillpoint.engine.admin.Tables}, {@link
 * io.stillpoint.engine.admin.Backends}, {@link io.stillpoint.engine.admin.Snapshots} and {@link
 * io.stillpoint.engine.admin.Poller} as OSGi services; shell commands and the web page read them
 * and know nothing else of the engine.
 */
@Export
@Version("0.1.0")
package io.stillpoint.engine.admin;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
