/** The service's errors: one exception, one list of types. */
package io.stillpoint.engine.error;
