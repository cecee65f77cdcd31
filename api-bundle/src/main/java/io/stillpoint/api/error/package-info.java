/** The sealed family of errors that a backend may throw. */
@Export
@Version("0.1.0")
package io.stillpoint.api.error;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
