/**
 * What the service checks before it looks at a table, in its order: JSON types, then the
 * constraints of members all together, then the rules between members; and the rules of keys, which
 * need a table's key schema.
 *
 * <p>Texts are the service's. They come from the Amazon DynamoDB API Reference, from the answers of
 * dynalite 4.0.0, which recorded the service's, and from the captures of the public
 * dynamodb-conformance suite.
 */
package io.stillpoint.engine.validation;
