/**
 * DynamoDB's expression language: conditions, filters, key conditions, updates and projections
 * (Amazon DynamoDB Developer Guide, "Using expressions in DynamoDB"; DDB-2, DDB-3, DDB-9).
 *
 * <p>{@link ExpressionCache} parses a text once into its {@link Syntax}, which still has {@code
 * #name} and {@code :value} placeholders. Every request binds that to its own {@link Placeholders},
 * which gives a {@link Condition}, an {@link UpdateProgram}, a {@link Projection} or a {@link
 * KeyConditionExpression}: immutable, checked, ready to run against any number of items.
 *
 * <p>Every refusal is a {@link io.stillpoint.engine.error.ServiceException} with the service's
 * text. Where the service's documents do not give a text, it was taken from answers of the service
 * that others recorded in public test suites (dynalite, ScyllaDB Alternator, dynamodb-conformance).
 */
package io.stillpoint.engine.expression;
