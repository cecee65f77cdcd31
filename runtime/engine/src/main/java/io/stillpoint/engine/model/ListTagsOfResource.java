package io.stillpoint.engine.model;

import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import io.stillpoint.engine.validation.TableNames;

/** ListTagsOfResource: tools call it; tags come later. */
public record ListTagsOfResource(TableRef table) {
  private static final Shape.Struct SHAPE =
      Shape.struct("ListTagsOfResourceInput", Shapes.text("ResourceArn"), Shapes.text("NextToken"));

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static ListTagsOfResource from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    String arn = input.text("ResourceArn");
    if (arn == null) {
      throw Input.invalid("Invalid TableArn");
    }
    if (!TableNames.isArn(arn)) {
      throw Input.invalid("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
    }
    return new ListTagsOfResource(TableRef.of(arn));
  }
}
