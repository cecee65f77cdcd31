package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;

/** A key attribute of a table or index: its name, and its type S, N or B. */
public record KeyAttribute(String name, AttributeValue.Type type) {}
