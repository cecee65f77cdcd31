/**
 * The bundles that provide backends, running or stopped, and what the framework, Declarative
 * Services and Config Admin know of each: for the commands that stop, start and diagnose them.
 */
package io.stillpoint.console.bundles;
