/** The coordination contract on SQLite: revisioned rows and intents. */
package io.stillpoint.sqlite.coordination;
