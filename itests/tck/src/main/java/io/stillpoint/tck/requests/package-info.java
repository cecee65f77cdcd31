/** Reads the table of refused requests. */
package io.stillpoint.tck.requests;
