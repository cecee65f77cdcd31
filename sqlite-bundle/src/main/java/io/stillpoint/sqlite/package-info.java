/** The SQLite backend: its configuration, its component, and one running instance. */
package io.stillpoint.sqlite;
