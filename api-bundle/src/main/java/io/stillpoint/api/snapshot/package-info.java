/** A table's definition and all its items as of one instant. */
@Export
@Version("0.1.0")
package io.stillpoint.api.snapshot;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
