/** Table definitions: keys, indexes, projections, states, and the document that stores them. */
@Export
@Version("0.1.0")
package io.stillpoint.api.table;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
