/** The engine's entrance: one DynamoDB request in, one response out, as JSON bytes. */
@Export
@Version("0.1.0")
package io.stillpoint.engine.request;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
