/**
 * What an operator sets in {@code etc/stillpoint.cfg}: home instance, placement, region (OPS-5).
 */
package io.stillpoint.engine.settings;
