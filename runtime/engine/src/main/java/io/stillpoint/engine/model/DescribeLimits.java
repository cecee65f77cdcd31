package io.stillpoint.engine.model;

import io.stillpoint.engine.json.Json;

/** DescribeLimits, which has no parameters. */
public record DescribeLimits() {
  /** Reads a request, whatever it holds. */
  public static DescribeLimits from(Json.Obj request) {
    return new DescribeLimits();
  }
}
