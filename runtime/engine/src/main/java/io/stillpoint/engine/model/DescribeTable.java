package io.stillpoint.engine.model;

import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;

/** DescribeTable. */
public record DescribeTable(TableRef table) {
  private static final Shape.Struct SHAPE =
      Shape.struct("DescribeTableInput", TableShapes.TABLE_NAME);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static DescribeTable from(Json.Obj request) {
    return new DescribeTable(TableParameters.checked(request, SHAPE).table("TableName"));
  }
}
