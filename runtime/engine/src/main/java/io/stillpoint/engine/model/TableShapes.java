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

/** Members of the requests about tables, with the service's constraints in its order. */
final class TableShapes {
  /** TableName of the operations on tables; its presence and length are checked apart. */
  static final Shape.Member TABLE_NAME =
      member("TableName", Shape.Scalar.STRING, Shapes.nameOrArn(matching(Constraint.NAME_PATTERN)));

  static final Shape.Member BILLING_MODE =
      member("BillingMode", Shape.Scalar.STRING, oneOf("PROVISIONED", "PAY_PER_REQUEST"));
  static final Shape.Member TABLE_CLASS =
      member("TableClass", Shape.Scalar.STRING, oneOf("STANDARD", "STANDARD_INFREQUENT_ACCESS"));
  static final Shape.Member DELETION_PROTECTION =
      member("DeletionProtectionEnabled", Shape.Scalar.BOOLEAN);
  static final Shape.Member STREAM =
      member(
          "StreamSpecification",
          Shape.struct(
              "StreamSpecification",
              member("StreamEnabled", Shape.Scalar.BOOLEAN, present()),
              member(
                  "StreamViewType",
                  Shape.Scalar.STRING,
                  oneOf("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"))));
  static final Shape.Member ENCRYPTION =
      member(
          "SSESpecification",
          Shape.struct("SSESpecification", member("Enabled", Shape.Scalar.BOOLEAN)));
  static final Shape.Member THROUGHPUT = member("ProvisionedThroughput", throughput());
  static final Shape.Member ON_DEMAND =
      member(
          "OnDemandThroughput",
          Shape.struct(
              "OnDemandThroughput",
              member("MaxReadRequestUnits", Shape.Scalar.LONG),
              member("MaxWriteRequestUnits", Shape.Scalar.LONG)));
  static final Shape.Member WARM =
      member(
          "WarmThroughput",
          Shape.struct(
              "WarmThroughput",
              member("ReadUnitsPerSecond", Shape.Scalar.LONG, atLeast(1)),
              member("WriteUnitsPerSecond", Shape.Scalar.LONG, atLeast(1))));

  private static final Shape.Member ATTRIBUTE_NAME =
      member("AttributeName", Shape.Scalar.STRING, present(), shortest(1), longest(255));

  private static final Shape DEFINITIONS =
      Shape.list(
          Shape.element(
              "AttributeDefinition",
              ATTRIBUTE_NAME,
              member("AttributeType", Shape.Scalar.STRING, present(), oneOf("B", "N", "S"))));

  static final Shape.Member ATTRIBUTE_DEFINITIONS =
      member("AttributeDefinitions", DEFINITIONS, present());
  static final Shape.Member NEW_ATTRIBUTE_DEFINITIONS = member("AttributeDefinitions", DEFINITIONS);

  /** The key of a table. */
  static final Shape.Member KEY_SCHEMA =
      keySchema(member("KeyType", Shape.Scalar.STRING, present(), oneOf("HASH", "RANGE")));

  /** The key of an index, whose wrong types the service finds later. */
  private static final Shape.Member INDEX_KEY_SCHEMA =
      keySchema(member("KeyType", Shape.Scalar.STRING, present()));

  static final Shape.Member INDEX_NAME =
      member(
          "IndexName",
          Shape.Scalar.STRING,
          present(),
          matching(Constraint.NAME_PATTERN),
          shortest(3),
          longest(255));

  private static final Shape.Member PROJECTION =
      member(
          "Projection",
          Shape.struct(
              "Projection",
              member("ProjectionType", Shape.Scalar.STRING, oneOf("ALL", "INCLUDE", "KEYS_ONLY")),
              member(
                  "NonKeyAttributes", Shape.list(Shape.Scalar.STRING), shortest(1), longest(20))),
          present());

  static final Shape.Member GLOBAL_INDEXES =
      member(
          "GlobalSecondaryIndexes",
          Shape.list(
              Shape.element(
                  "GlobalSecondaryIndex",
                  INDEX_NAME,
                  INDEX_KEY_SCHEMA,
                  PROJECTION,
                  THROUGHPUT,
                  ON_DEMAND,
                  WARM)));
  static final Shape.Member LOCAL_INDEXES =
      member(
          "LocalSecondaryIndexes",
          Shape.list(
              Shape.element("LocalSecondaryIndex", INDEX_NAME, INDEX_KEY_SCHEMA, PROJECTION)));

  static final Shape.Member INDEX_UPDATES =
      member(
          "GlobalSecondaryIndexUpdates",
          Shape.list(
              Shape.element(
                  "GlobalSecondaryIndexUpdate",
                  member(
                      "Update",
                      Shape.struct(
                          "UpdateGlobalSecondaryIndexAction",
                          INDEX_NAME,
                          THROUGHPUT,
                          ON_DEMAND,
                          WARM)),
                  member(
                      "Create",
                      Shape.struct(
                          "CreateGlobalSecondaryIndexAction",
                          PROJECTION,
                          INDEX_NAME,
                          THROUGHPUT,
                          INDEX_KEY_SCHEMA,
                          ON_DEMAND,
                          WARM)),
                  member("Delete", Shape.struct("DeleteGlobalSecondaryIndexAction", INDEX_NAME)))));

  private TableShapes() {}

  private static Shape.Member keySchema(Shape.Member keyType) {
    return member(
        "KeySchema",
        Shape.list(Shape.element("KeySchemaElement", ATTRIBUTE_NAME, keyType)),
        present(),
        shortest(1),
        longest(2));
  }

  private static Shape throughput() {
    return Shape.struct(
        "ProvisionedThroughput",
        member("WriteCapacityUnits", Shape.Scalar.LONG, present(), atLeast(1)),
        member("ReadCapacityUnits", Shape.Scalar.LONG, present(), atLeast(1)));
  }
}
