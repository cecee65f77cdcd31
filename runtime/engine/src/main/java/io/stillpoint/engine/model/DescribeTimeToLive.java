package io.stillpoint.engine.model;

import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;

/** DescribeTimeToLive: tools call it; time to live comes later. */
public record DescribeTimeToLive(TableRef table) {
  private static final Shape.Struct SHAPE =
      Shape.struct("DescribeTimeToLiveInput", TableShapes.TABLE_NAME);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static DescribeTimeToLive from(Json.Obj request) {
    return new DescribeTimeToLive(TableParameters.checked(request, SHAPE).table("TableName"));
  }
}
