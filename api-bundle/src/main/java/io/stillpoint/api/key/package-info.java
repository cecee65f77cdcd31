/** The key codec: bytes whose unsigned order is DynamoDB's order, one form for every backend. */
@Export
@Version("0.1.0")
package io.stillpoint.api.key;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
