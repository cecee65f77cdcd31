package io.stillpoint.engine.service;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.model.CreateTable;
import io.stillpoint.engine.model.DeleteTable;
import io.stillpoint.engine.model.DescribeContinuousBackups;
import io.stillpoint.engine.model.DescribeEndpoints;
import io.stillpoint.engine.model.DescribeLimits;
import io.stillpoint.engine.model.DescribeTable;
import io.stillpoint.engine.model.DescribeTimeToLive;
import io.stillpoint.engine.model.ListTables;
import io.stillpoint.engine.model.ListTagsOfResource;
import io.stillpoint.engine.model.UpdateTable;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.AccountOperations;
import io.stillpoint.engine.table.TableOperations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The operations on tables and the account, by name. */
final class ControlOperations {
  private ControlOperations() {}

  /**
   * What an operation does with its parsed request.
   *
   * @param <R> the request
   */
  @FunctionalInterface
  private interface Body<R> {
    Bytes run(String account, R request, Deadline deadline);
  }

  static Map<String, Operation> of(TableOperations tables, AccountOperations account) {
    Map<String, Operation> operations = new LinkedHashMap<>();
    operations.put("CreateTable", operation(CreateTable::from, tables::createTable));
    operations.put("DescribeTable", operation(DescribeTable::from, tables::describeTable));
    operations.put("ListTables", operation(ListTables::from, tables::listTables));
    operations.put("UpdateTable", operation(UpdateTable::from, tables::updateTable));
    operations.put("DeleteTable", operation(DeleteTable::from, tables::deleteTable));
    operations.put(
        "DescribeLimits",
        operation(DescribeLimits::from, (owner, request, end) -> account.describeLimits()));
    operations.put(
        "DescribeEndpoints",
        operation(DescribeEndpoints::from, (owner, request, end) -> account.describeEndpoints()));
    operations.put(
        "DescribeTimeToLive", operation(DescribeTimeToLive::from, account::describeTimeToLive));
    operations.put(
        "ListTagsOfResource", operation(ListTagsOfResource::from, account::listTagsOfResource));
    operations.put(
        "DescribeContinuousBackups",
        operation(DescribeContinuousBackups::from, account::describeContinuousBackups));
    return operations;
  }

  /** Names no table, because all of these begin at the registry on the home instance. */
  private static <R> Operation operation(Function<Json.Obj, R> reader, Body<R> body) {
    return (account, json) -> {
      R request = reader.apply(json);
      return Call.on(List.of(), deadline -> body.run(account, request, deadline));
    };
  }
}
