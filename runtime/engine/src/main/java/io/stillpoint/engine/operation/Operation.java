package io.stillpoint.engine.operation;

import io.stillpoint.engine.json.Json;

/** One operation of the DynamoDB API. Any thread. */
@FunctionalInterface
public interface Operation {
  /**
   * Reads and checks all of a request that needs no table. Does not block.
   *
   * @param account whose tables the request may see
   * @throws io.stillpoint.engine.error.ServiceException if the service would refuse it
   */
  Call parse(String account, Json.Obj body);
}
