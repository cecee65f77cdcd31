/** Where log lines go: everything to a file, warnings to the terminal. */
package io.stillpoint.launcher.log;
