package io.stillpoint.engine.model;

import io.stillpoint.engine.json.Json;

/** DescribeEndpoints, which has no parameters. */
public record DescribeEndpoints() {
  /** Reads a request, whatever it holds. */
  public static DescribeEndpoints from(Json.Obj request) {
    return new DescribeEndpoints();
  }
}
