/**
 * The client of a running server: {@code exec}, {@code shell} and {@code stop}. The protocol is
 * described in the package {@code io.stillpoint.console.socket} of the console bundle.
 */
package io.stillpoint.launcher.shell;
