/** The DynamoDB wire protocol over HTTP: where the server listens. */
@Export
@Version("0.1.0")
package io.stillpoint.http;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
