/**
 * What the launcher's tests share: processes, and bundles that stand for a home and an endpoint.
 */
package io.stillpoint.launcher.testing;
