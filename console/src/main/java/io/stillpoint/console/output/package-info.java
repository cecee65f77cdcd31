/** How commands print: tables for people, JSON for programs. */
package io.stillpoint.console.output;
