package io.stillpoint.engine.table;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;

/** The service's words for what can be wrong with a table. */
final class TableErrors {
  private TableErrors() {}

  static ServiceException exists(String table) {
    return new ServiceException(ErrorType.RESOURCE_IN_USE, "Table already exists: " + table);
  }

  /**
   * @param state what happens to it: created, updated, deleted
   */
  static ServiceException inUse(String table, String state) {
    return new ServiceException(
        ErrorType.RESOURCE_IN_USE,
        "Attempt to change a resource which is still in use: Table is being "
            + state
            + ": "
            + table);
  }

  /** A change that may or may not have been made, and is settled by the server itself. */
  static ServiceException unknown(String operation, String table, String reason) {
    return new ServiceException(
        ErrorType.INTERNAL_SERVER_ERROR,
        "The outcome of "
            + operation
            + " on "
            + table
            + " is not known yet; the server settles it. Ask with DescribeTable. Cause: "
            + reason);
  }
}
