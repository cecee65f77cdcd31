package io.stillpoint.engine.model;

import static io.stillpoint.engine.validation.Constraint.atLeast;
import static io.stillpoint.engine.validation.Constraint.atMost;
import static io.stillpoint.engine.validation.Constraint.longest;
import static io.stillpoint.engine.validation.Constraint.matching;
import static io.stillpoint.engine.validation.Constraint.shortest;
import static io.stillpoint.engine.validation.Shape.member;

import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Constraint;
import io.stillpoint.engine.validation.Shape;

/**
 * ListTables.
 *
 * @param exclusiveStartTableName null for the first page
 * @param limit 1 to 100; 100 if none was sent
 */
public record ListTables(String exclusiveStartTableName, int limit) {
  private static final int MAX_LIMIT = 100;

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "ListTablesInput",
          member("Limit", Shape.Scalar.INTEGER, atLeast(1), atMost(MAX_LIMIT)),
          member(
              "ExclusiveStartTableName",
              Shape.Scalar.STRING,
              matching(Constraint.NAME_PATTERN),
              shortest(3),
              longest(255)));

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static ListTables from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    return new ListTables(input.text("ExclusiveStartTableName"), input.count("Limit", MAX_LIMIT));
  }
}
