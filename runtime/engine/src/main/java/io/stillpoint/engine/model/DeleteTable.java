package io.stillpoint.engine.model;

import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;

/** DeleteTable. */
public record DeleteTable(TableRef table) {
  private static final Shape.Struct SHAPE =
      Shape.struct("DeleteTableInput", TableShapes.TABLE_NAME);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static DeleteTable from(Json.Obj request) {
    return new DeleteTable(TableParameters.checked(request, SHAPE).table("TableName"));
  }
}
