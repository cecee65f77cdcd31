/** The service's habits on the wire: which requests it takes, and the bytes of its answers. */
package io.stillpoint.http.protocol;
