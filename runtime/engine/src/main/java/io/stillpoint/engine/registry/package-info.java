/**
 * The name registry: which instance has the table of an account and name. It lives in the
 * coordination store of the home instance and is the authority for names; the instance's catalog is
 * the authority for a table's definition and state (DESIGN "Names").
 */
package io.stillpoint.engine.registry;
