/**
 * What every operation of the API is to the engine: parsed where the request arrives, run where
 * waiting is allowed, on tables that are found by name and lent by their backend for the call.
 */
package io.stillpoint.engine.operation;
