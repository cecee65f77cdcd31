/**
 * What operators see of the engine: its tables and its backend instances. The engine registers one
 * {@link io.stillpoint.engine.admin.Tables} and one {@link io.stillpoint.engine.admin.Backends} as
 * OSGi services; shell commands and the web page read them and know nothing else of the engine.
 */
@Export
@Version("0.1.0")
package io.stillpoint.engine.admin;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
