package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;

/**
 * Which items a Query reads.
 *
 * @param hash the value of the hash key
 * @param range the condition on the range key, or null if every range key will do
 */
public record KeyCondition(AttributeValue hash, RangeCondition range) {}
