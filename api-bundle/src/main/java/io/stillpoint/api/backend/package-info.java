/** What a backend instance says of itself: its service properties, its limits, its state. */
@Export
@Version("0.1.0")
package io.stillpoint.api.backend;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
