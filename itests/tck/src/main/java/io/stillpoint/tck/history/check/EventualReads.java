package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Eventually consistent reads may be old, by how much DynamoDB does not promise; so no item is
 * always a legal answer. What they return must have been written: each attribute's value by an
 * operation that may have taken effect and began before the read ended. Attributes that ADD changes
 * are not judged.
 */
final class EventualReads {
  private record Value(Key key, String attribute, String value) {}

  private record Name(Key key, String attribute) {}

  private EventualReads() {}

  static List<Finding> check(List<Entry> entries) {
    if (entries.stream().noneMatch(e -> e.operation() instanceof Read r && !r.consistent())) {
      return List.of();
    }
    Map<Value, Long> firstWritten = new HashMap<>();
    Map<Name, Boolean> added = new HashMap<>();
    for (Entry entry : entries) {
      boolean effect =
          entry.outcome() instanceof Outcome.Ok || entry.outcome() instanceof Outcome.Unknown;
      if (effect) {
        for (Write write : writes(entry.operation())) {
          note(entry, write, firstWritten, added);
        }
      }
    }
    List<Finding> findings = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.operation() instanceof Read read
          && !read.consistent()
          && entry.outcome() instanceof Outcome.Ok ok) {
        for (int i = 0; i < read.keys().size(); i++) {
          Key key = read.keys().get(i);
          Image image = ok.images().get(i);
          if (image != null) {
            judge(entry, key, image, firstWritten, added, findings);
          }
        }
      }
    }
    return findings;
  }

  private static void judge(
      Entry entry,
      Key key,
      Image image,
      Map<Value, Long> firstWritten,
      Map<Name, Boolean> added,
      List<Finding> findings) {
    image
        .attributes()
        .forEach(
            (attribute, value) -> {
              Long from = firstWritten.get(new Value(key, attribute, value));
              if ((from == null || from > entry.returned())
                  && !added.containsKey(new Name(key, attribute))) {
                findings.add(
                    new Finding(
                        Finding.Kind.NEVER_WRITTEN,
                        List.of(key),
                        entry.name()
                            + " read "
                            + attribute
                            + " = "
                            + value
                            + ", which nobody had written by then",
                        List.of(entry)));
              }
            });
  }

  private static List<Write> writes(Operation operation) {
    if (operation instanceof Transaction transaction) {
      return transaction.writes();
    }
    return operation instanceof Write write ? List.of(write) : List.of();
  }

  private static void note(
      Entry entry, Write write, Map<Value, Long> firstWritten, Map<Name, Boolean> added) {
    Map<String, String> values = Map.of();
    if (write.mutation() instanceof Mutation.Put put) {
      values = put.image().attributes();
    } else if (write.mutation() instanceof Mutation.Update update) {
      values = update.set();
      update.add().keySet().forEach(a -> added.put(new Name(write.key(), a), true));
    }
    values.forEach(
        (attribute, value) ->
            firstWritten.merge(
                new Value(write.key(), attribute, value), entry.invoked(), Math::min));
  }
}
