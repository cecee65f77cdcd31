package io.stillpoint.engine.service;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.operation.Operation;
import java.util.Map;
import java.util.Set;

/**
 * The operations of the API by name. One that the API has but this version does not is an
 * UnknownOperationException that says so: it is what SDKs and tools expect of a server that lacks
 * an operation, and a ValidationException would blame the request's parameters.
 */
final class Operations {
  /** Operations of the API that this version does not have. */
  private static final Set<String> NOT_YET =
      Set.of(
          "BatchExecuteStatement",
          "CreateBackup",
          "CreateGlobalTable",
          "DeleteBackup",
          "DeleteResourcePolicy",
          "DescribeBackup",
          "DescribeContributorInsights",
          "DescribeExport",
          "DescribeGlobalTable",
          "DescribeGlobalTableSettings",
          "DescribeImport",
          "DescribeKinesisStreamingDestination",
          "DescribeTableReplicaAutoScaling",
          "DisableKinesisStreamingDestination",
          "EnableKinesisStreamingDestination",
          "ExecuteStatement",
          "ExecuteTransaction",
          "ExportTableToPointInTime",
          "GetResourcePolicy",
          "ImportTable",
          "ListBackups",
          "ListContributorInsights",
          "ListExports",
          "ListGlobalTables",
          "ListImports",
          "PutResourcePolicy",
          "RestoreTableFromBackup",
          "RestoreTableToPointInTime",
          "TagResource",
          "UntagResource",
          "UpdateContinuousBackups",
          "UpdateContributorInsights",
          "UpdateGlobalTable",
          "UpdateGlobalTableSettings",
          "UpdateKinesisStreamingDestination",
          "UpdateTableReplicaAutoScaling",
          "UpdateTimeToLive");

  private final Map<String, Operation> operations;

  Operations(Map<String, Operation> operations) {
    this.operations = Map.copyOf(operations);
  }

  /**
   * @throws ServiceException UNKNOWN_OPERATION if there is none such
   */
  Operation get(String name) {
    Operation operation = operations.get(name);
    if (operation == null) {
      throw new ServiceException(
          ErrorType.UNKNOWN_OPERATION,
          NOT_YET.contains(name) ? name + " is not supported by this version" : "");
    }
    return operation;
  }
}
