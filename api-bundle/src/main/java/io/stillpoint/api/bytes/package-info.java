/** Immutable byte strings, the currency of keys and stored values. */
@Export
@Version("0.1.0")
package io.stillpoint.api.bytes;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
