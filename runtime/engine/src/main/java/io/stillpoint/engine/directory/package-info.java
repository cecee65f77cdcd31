/**
 * The backend instances of this server: tracked in the service registry, lent to calls by leases,
 * protected by bulkheads (RT-1, DESIGN "The engine and OSGi"). Nothing else in the engine touches a
 * service reference, and nothing keeps a backend's object across calls.
 */
package io.stillpoint.engine.directory;
