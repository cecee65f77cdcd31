/**
 * Items and attribute values: DynamoDB's data model, its numbers and sizes, and the canonical JSON
 * in which an item is stored, backed up and sent.
 */
@Export
@Version("0.1.0")
package io.stillpoint.api.item;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
