/** The coordination contract's revisions and intents: what the control plane stands on. */
@Export
@Version("0.1.0")
package io.stillpoint.api.coordination;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
