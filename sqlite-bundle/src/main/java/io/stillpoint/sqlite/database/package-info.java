/** The database file: who owns it, its connections, its schema, and the one thread that writes. */
package io.stillpoint.sqlite.database;
