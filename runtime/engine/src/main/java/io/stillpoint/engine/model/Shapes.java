package io.stillpoint.engine.model;

import static io.stillpoint.engine.validation.Constraint.atLeast;
import static io.stillpoint.engine.validation.Constraint.longest;
import static io.stillpoint.engine.validation.Constraint.matching;
import static io.stillpoint.engine.validation.Constraint.oneOf;
import static io.stillpoint.engine.validation.Constraint.present;
import static io.stillpoint.engine.validation.Constraint.shortest;
import static io.stillpoint.engine.validation.Shape.member;

import io.stillpoint.engine.validation.Constraint;
import io.stillpoint.engine.validation.Shape;
import java.util.List;

/** Members that many requests have, with the service's constraints in its order. */
final class Shapes {
  static final Shape.Member CONSUMED_CAPACITY =
      member("ReturnConsumedCapacity", Shape.Scalar.STRING, oneOf("INDEXES", "TOTAL", "NONE"));
  static final Shape.Member COLLECTION_METRICS =
      member("ReturnItemCollectionMetrics", Shape.Scalar.STRING, oneOf("SIZE", "NONE"));
  static final Shape.Member ON_CONDITION_FAILURE =
      member("ReturnValuesOnConditionCheckFailure", Shape.Scalar.STRING, oneOf("ALL_OLD", "NONE"));
  static final Shape.Member RETURN_VALUES =
      member(
          "ReturnValues",
          Shape.Scalar.STRING,
          oneOf("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"));
  static final Shape.Member KEY = member("Key", Shape.attributes(), present());
  static final Shape.Member ITEM = member("Item", Shape.attributes(), present());
  static final Shape.Member CONDITION = text("ConditionExpression");
  static final Shape.Member PROJECTION = text("ProjectionExpression");
  static final Shape.Member FILTER = text("FilterExpression");
  static final Shape.Member NAMES = member("ExpressionAttributeNames", Shape.names());
  static final Shape.Member VALUES = member("ExpressionAttributeValues", Shape.attributes());
  static final Shape.Member CONSISTENT_READ = member("ConsistentRead", Shape.Scalar.BOOLEAN);
  static final Shape.Member INDEX_NAME =
      member(
          "IndexName",
          Shape.Scalar.STRING,
          matching(Constraint.NAME_PATTERN),
          shortest(3),
          longest(255));
  static final Shape.Member ATTRIBUTES_TO_GET =
      member("AttributesToGet", Shape.list(Shape.Scalar.STRING), shortest(1), longest(255));
  static final Shape.Member CONDITIONAL_OPERATOR =
      member("ConditionalOperator", Shape.Scalar.STRING, oneOf("OR", "AND"));

  static final Shape.Member SELECT =
      member(
          "Select",
          Shape.Scalar.STRING,
          oneOf("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"));
  static final Shape.Member LIMIT = member("Limit", Shape.Scalar.INTEGER, atLeast(1));
  static final Shape.Member START_KEY = member("ExclusiveStartKey", Shape.attributes());

  /** TableName of the operations on items. */
  static final Shape.Member TABLE_NAME =
      member(
          "TableName",
          Shape.Scalar.STRING,
          present(),
          nameOrArn(matching(Constraint.NAME_PATTERN)),
          nameOrArn(shortest(3)),
          nameOrArn(longest(255)));

  /** What the names of RequestItems must satisfy. */
  static final Constraint TABLE_NAMES =
      new Constraint.Names(
          List.of(
              nameOrArn(longest(255)),
              nameOrArn(shortest(3)),
              nameOrArn(matching(Constraint.NAME_PATTERN))));

  private Shapes() {}

  static Constraint nameOrArn(Constraint constraint) {
    return new Constraint.NameOrArn(constraint);
  }

  static Shape.Member text(String name) {
    return member(name, Shape.Scalar.STRING);
  }

  static Shape.Member any(String name) {
    return member(name, Shape.Any.ANY);
  }
}
