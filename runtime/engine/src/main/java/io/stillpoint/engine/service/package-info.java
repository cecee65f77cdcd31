/**
 * The engine's entrance at work: which operation a request names, where it runs, how long it may
 * take and what its failure looks like to the client.
 */
package io.stillpoint.engine.service;
