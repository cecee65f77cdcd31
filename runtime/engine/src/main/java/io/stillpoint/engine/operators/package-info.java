/** The services that operators' tools read: {@code Tables} and {@code Backends}. */
package io.stillpoint.engine.operators;
