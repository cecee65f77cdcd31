/**
 * The requests of the DynamoDB API as typed, immutable records. Each has a factory that checks all
 * that can be checked without a table (package {@code validation}); a record that exists is a
 * request that the service would look a table up for. Expressions stay text: they are parsed,
 * cached and checked against these records elsewhere.
 */
package io.stillpoint.engine.model;
