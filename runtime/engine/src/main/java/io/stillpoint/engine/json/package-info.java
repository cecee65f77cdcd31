/** JSON in and out: bounded reading of request bodies, and responses that splice stored bytes. */
package io.stillpoint.engine.json;
