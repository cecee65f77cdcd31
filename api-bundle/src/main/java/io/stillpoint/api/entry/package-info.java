/**
 * What the engine keeps in a table's spaces: the keys and values of items, index entries and
 * tokens.
 */
@Export
@Version("0.1.0")
package io.stillpoint.api.entry;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
