/**
 * The OSGi framework: which bundles start in which order, and when the server is ready. Knows the
 * bundles by their service properties only; no class of a bundle is visible here.
 */
package io.stillpoint.launcher.framework;
