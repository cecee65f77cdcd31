/** The shell commands: one class each, found by Gogo through its service properties (OPS-1). */
package io.stillpoint.console.command;
