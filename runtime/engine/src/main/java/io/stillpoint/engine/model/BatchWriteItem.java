package io.stillpoint.engine.model;

import static io.stillpoint.engine.validation.Constraint.longest;
import static io.stillpoint.engine.validation.Constraint.present;
import static io.stillpoint.engine.validation.Constraint.shortest;
import static io.stillpoint.engine.validation.Shape.member;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Constraint;
import io.stillpoint.engine.validation.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * BatchWriteItem: at most 25 puts and deletes. That no two of them have the same key is checked
 * once the tables are known.
 *
 * @param tables in the order of the request, each once
 */
public record BatchWriteItem(
    List<Writes> tables,
    ReturnConsumedCapacity returnConsumedCapacity,
    ReturnItemCollectionMetrics returnItemCollectionMetrics) {
  private static final int MAX_WRITES = 25;

  /** The writes of one table, in the order of the request. */
  public record Writes(TableRef table, List<Write> writes) {
    public Writes {
      writes = List.copyOf(writes);
    }
  }

  /** One write. */
  public sealed interface Write {}

  /**
   * Puts an item.
   *
   * @param item at most 400 KB; its keys are checked once the table is known
   */
  public record Put(Map<String, AttributeValue> item) implements Write {}

  /**
   * Deletes an item.
   *
   * @param key checked against the key schema once the table is known
   */
  public record Delete(Map<String, AttributeValue> key) implements Write {}

  public BatchWriteItem {
    tables = List.copyOf(tables);
  }

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "BatchWriteItemInput",
          Shapes.CONSUMED_CAPACITY,
          Shapes.COLLECTION_METRICS,
          member(
              "RequestItems",
              Shape.map(
                  Shape.innerList(
                      Shape.element(
                          "WriteRequest",
                          member("DeleteRequest", Shape.struct("DeleteRequest", Shapes.KEY)),
                          member("PutRequest", Shape.struct("PutRequest", Shapes.ITEM)))),
                  "java.util.List<" + Shape.PACKAGE + "WriteRequest>"),
              present(),
              shortest(1),
              Shapes.TABLE_NAMES,
              new Constraint.Values(List.of(longest(MAX_WRITES), shortest(1)))));

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static BatchWriteItem from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    Input tables = input.struct("RequestItems");
    List<Writes> all = new ArrayList<>();
    int count = 0;
    for (String name : tables.object().members().keySet()) {
      List<Input> requests = tables.list(name);
      if (requests.stream().anyMatch(r -> r.has("PutRequest") == r.has("DeleteRequest"))) {
        throw Input.invalid(
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of"
                + " the supported datatypes");
      }
      List<Write> writes = requests.stream().map(BatchWriteItem::write).toList();
      count += writes.size();
      if (count > MAX_WRITES) {
        throw Input.invalid("Too many items requested for the BatchWriteItem call");
      }
      all.add(new Writes(TableRef.of(name), writes));
    }
    Parameters.checkDistinct(all.stream().map(Writes::table).toList());
    return new BatchWriteItem(
        all, Parameters.consumedCapacity(input), Parameters.collectionMetrics(input));
  }

  private static Write write(Input request) {
    if (request.has("DeleteRequest")) {
      return new Delete(request.struct("DeleteRequest").attributes("Key"));
    }
    Map<String, AttributeValue> item = request.struct("PutRequest").attributes("Item");
    Parameters.checkSize(item);
    return new Put(item);
  }
}
