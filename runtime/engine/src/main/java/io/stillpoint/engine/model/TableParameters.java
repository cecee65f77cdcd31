package io.stillpoint.engine.model;

import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.ConstraintCheck;
import io.stillpoint.engine.validation.Shape;
import io.stillpoint.engine.validation.TableNames;
import io.stillpoint.engine.validation.TypeCheck;

/** Rules that the requests about tables share. */
final class TableParameters {
  /** "One or more parameter values were invalid: ", with which most of their refusals begin. */
  static final String INVALID = "One or more parameter values were invalid: ";

  private static final long MAX_UNITS = 1_000_000_000_000L;

  private TableParameters() {}

  /** As {@link Input#checked}; a table's name is checked before all other constraints. */
  static Input checked(Json.Obj request, Shape.Struct shape) {
    TypeCheck.check(request, shape);
    Input input = new Input(request);
    String name = input.text("TableName");
    if (name == null) {
      throw Input.invalid(
          "The parameter 'TableName' is required but was not present in the request");
    }
    if ((name.length() < 3 || name.length() > 255) && !TableNames.isArn(name)) {
      throw Input.invalid(
          "TableName must be at least 3 characters long and at most 255 characters long");
    }
    ConstraintCheck.check(request, shape);
    return input;
  }

  /**
   * ProvisionedThroughput of a table or index.
   *
   * @return null if there is none
   */
  static Throughput throughput(Input input) {
    Input throughput = input.struct("ProvisionedThroughput");
    if (throughput == null) {
      return null;
    }
    return new Throughput(
        units(throughput, "ReadCapacityUnits"), units(throughput, "WriteCapacityUnits"));
  }

  private static long units(Input throughput, String name) {
    long units = throughput.number(name);
    if (units > MAX_UNITS) {
      throw Input.invalid("Given value " + units + " for " + name + " is out of bounds");
    }
    return units;
  }

  /** Streams, encryption by own keys and the like come later; to switch them off is no request. */
  static void refuseUnsupported(Input input) {
    Input stream = input.struct("StreamSpecification");
    if (stream != null && stream.truth("StreamEnabled", false)) {
      throw Parameters.unsupported("StreamSpecification");
    }
    Input encryption = input.struct("SSESpecification");
    if (encryption != null && encryption.truth("Enabled", false)) {
      throw Parameters.unsupported("SSESpecification");
    }
  }
}
