/** Capacity units by the service's rules: counted and shown, never enforced. */
package io.stillpoint.engine.capacity;
