package io.stillpoint.engine.model;

import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;

/** DescribeContinuousBackups: tools call it; backups come later. */
public record DescribeContinuousBackups(TableRef table) {
  private static final Shape.Struct SHAPE =
      Shape.struct("DescribeContinuousBackupsInput", TableShapes.TABLE_NAME);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static DescribeContinuousBackups from(Json.Obj request) {
    return new DescribeContinuousBackups(
        TableParameters.checked(request, SHAPE).table("TableName"));
  }
}
