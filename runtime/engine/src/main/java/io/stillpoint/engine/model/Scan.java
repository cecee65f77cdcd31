package io.stillpoint.engine.model;

import static io.stillpoint.engine.validation.Constraint.atLeast;
import static io.stillpoint.engine.validation.Constraint.atMost;
import static io.stillpoint.engine.validation.Shape.member;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.List;
import java.util.Map;

/**
 * Scan.
 *
 * @param indexName null for the table itself
 * @param filterExpression null if none was sent
 * @param projectionExpression null if none was sent
 * @param select null if none was sent: what it means then depends on index and projection
 * @param limit {@link Integer#MAX_VALUE} if none was sent
 * @param exclusiveStartKey null for the first page; checked once the table is known
 * @param segment below {@code totalSegments}; 0 if none was sent
 * @param totalSegments 1 if none was sent
 */
public record Scan(
    TableRef table,
    String indexName,
    String filterExpression,
    String projectionExpression,
    ExpressionAttributes attributes,
    Select select,
    int limit,
    boolean consistentRead,
    Map<String, AttributeValue> exclusiveStartKey,
    int segment,
    int totalSegments,
    ReturnConsumedCapacity returnConsumedCapacity) {

  /** API Reference, Scan: TotalSegments at most 1,000,000. */
  private static final int MAX_SEGMENTS = 1_000_000;

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "ScanInput",
          Shapes.SELECT,
          Shapes.INDEX_NAME,
          member("TotalSegments", Shape.Scalar.INTEGER, atLeast(1), atMost(MAX_SEGMENTS)),
          Shapes.CONSUMED_CAPACITY,
          Shapes.TABLE_NAME,
          Shapes.CONDITIONAL_OPERATOR,
          Shapes.any("ScanFilter"),
          member("Segment", Shape.Scalar.INTEGER, atLeast(0), atMost(MAX_SEGMENTS - 1)),
          Shapes.LIMIT,
          Shapes.ATTRIBUTES_TO_GET,
          Shapes.START_KEY,
          Shapes.CONSISTENT_READ,
          Shapes.FILTER,
          Shapes.PROJECTION,
          Shapes.VALUES,
          Shapes.NAMES);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static Scan from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    Parameters.checkExpressions(
        input,
        List.of("ProjectionExpression", "FilterExpression"),
        List.of("AttributesToGet", "ScanFilter", "ConditionalOperator"));
    Parameters.refuse(input, "AttributesToGet", "ScanFilter", "ConditionalOperator");
    Map<String, AttributeValue> startKey = Parameters.startKey(input);
    checkSegments(input);
    return new Scan(
        input.table("TableName"),
        input.text("IndexName"),
        input.text("FilterExpression"),
        input.text("ProjectionExpression"),
        ExpressionAttributes.from(input),
        Parameters.select(input),
        input.count("Limit", Integer.MAX_VALUE),
        input.truth("ConsistentRead", false),
        startKey,
        input.count("Segment", 0),
        input.count("TotalSegments", 1),
        Parameters.consumedCapacity(input));
  }

  private static void checkSegments(Input input) {
    Long segment = input.number("Segment");
    Long total = input.number("TotalSegments");
    if (segment != null && total == null) {
      throw Input.invalid(
          "The TotalSegments parameter is required but was not present in the request when Segment"
              + " parameter is present");
    }
    if (segment == null && total != null) {
      throw Input.invalid(
          "The Segment parameter is required but was not present in the request when parameter"
              + " TotalSegments is present");
    }
    if (segment != null && segment >= total) {
      throw Input.invalid(
          "The Segment parameter is zero-based and must be less than parameter TotalSegments:"
              + " Segment: "
              + segment
              + " is not less than TotalSegments: "
              + total);
    }
  }
}
