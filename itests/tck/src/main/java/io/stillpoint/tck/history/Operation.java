package io.stillpoint.tck.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.stream.Collectors;

/** One request, as far as a history needs to know it. Immutable. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Operation.Write.class, name = "write"),
  @JsonSubTypes.Type(value = Operation.Transaction.class, name = "transaction"),
  @JsonSubTypes.Type(value = Operation.Read.class, name = "read")
})
public sealed interface Operation {

  /** What a write asks to be told: {@code ReturnValues} of the DynamoDB API. */
  enum Returns {
    NONE,
    ALL_OLD,
    ALL_NEW
  }

  /**
   * PutItem, DeleteItem, UpdateItem, or one request of a BatchWriteItem (each of those takes effect
   * on its own, so each is an operation of its own).
   */
  record Write(Key key, Mutation mutation, Condition condition, Returns returns)
      implements Operation {
    public static Write put(Key key, Image image) {
      return new Write(key, new Mutation.Put(image), Condition.ALWAYS, Returns.NONE);
    }

    public static Write delete(Key key) {
      return new Write(key, new Mutation.Delete(), Condition.ALWAYS, Returns.NONE);
    }

    /** {@code ADD attribute delta} that returns the item as it is afterwards. */
    public static Write add(Key key, String attribute, long delta) {
      return new Write(
          key, Mutation.Update.add(attribute, delta), Condition.ALWAYS, Returns.ALL_NEW);
    }

    public Write when(Condition newCondition) {
      return new Write(key, mutation, newCondition, returns);
    }

    public Write returning(Returns newReturns) {
      return new Write(key, mutation, condition, newReturns);
    }

    @Override
    public String toString() {
      return mutation + " at " + key + condition;
    }
  }

  /** TransactWriteItems over distinct keys: all of it takes effect at one instant, or none. */
  record Transaction(List<Write> writes) implements Operation {
    public Transaction {
      writes = List.copyOf(writes);
      if (writes.stream().map(Write::key).distinct().count() != writes.size()) {
        throw new IllegalArgumentException("A transaction names a key once");
      }
    }

    @Override
    public String toString() {
      return writes.stream()
          .map(Write::toString)
          .collect(Collectors.joining("; ", "transaction [", "]"));
    }
  }

  /** How a read was made, which decides what it promises. */
  enum Source {
    GET,
    BATCH_GET,
    QUERY,
    SCAN,
    /** TransactGetItems: all keys at one instant. Every other source reads each key on its own. */
    TRANSACT_GET,
    /** The dump at the end, with no client at work. */
    FINAL
  }

  /**
   * A read of some keys.
   *
   * @param source the request
   * @param keys the keys whose contents the answer tells, absent ones included
   * @param consistent strongly consistent; otherwise the answer may be old
   * @param view the part of each item that is seen
   */
  record Read(Source source, List<Key> keys, boolean consistent, View view) implements Operation {
    public Read {
      keys = List.copyOf(keys);
    }

    public static Read get(Key key) {
      return new Read(Source.GET, List.of(key), true, View.TABLE);
    }

    public static Read eventual(Key key) {
      return new Read(Source.GET, List.of(key), false, View.TABLE);
    }

    public static Read snapshot(List<Key> keys) {
      return new Read(Source.TRANSACT_GET, keys, true, View.TABLE);
    }

    @Override
    public String toString() {
      return (consistent ? "" : "eventually consistent ")
          + source.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
          + (view.index().isEmpty() ? "" : " through index " + view.index())
          + " of "
          + (keys.size() == 1 ? keys.get(0).toString() : keys.size() + " keys");
    }
  }
}
