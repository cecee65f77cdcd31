/** The command line: what {@code bin/stillpoint} hands to Java, and how it ends. */
package io.stillpoint.launcher;
