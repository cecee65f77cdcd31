/**
 * The storage contract: ordered spaces, reads of one instant, conditional batches, definitions
 * under a fence.
 */
@Export
@Version("0.1.0")
package io.stillpoint.api.storage;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
