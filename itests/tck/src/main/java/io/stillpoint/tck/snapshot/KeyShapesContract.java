package io.stillpoint.tck.snapshot;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.TableStatus;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Tables of every shape of key, at a page of 3: each item once, in strictly ascending order where
 * the backend declares it. The keys are chosen so that byte order differs from the order of a
 * collation, of base64 and of UTF-16, and the value of numbers from the order of their text.
 */
@Tag("CONF-3")
@Tag("SNAP-5")
public abstract class KeyShapesContract extends SnapshotContractTest {
  private static final int PAGE = 3;

  /** Upper and lower case, accents, a supplementary character before U+FFFD, and a NUL. */
  private static final List<String> STRINGS =
      List.of(
          "a",
          "B",
          "b",
          "A",
          "aa",
          "Z",
          "z",
          "é",
          "e",
          "f",
          "~",
          "ß",
          "ss",
          "\uFFFD",
          "\uD83D\uDE00",
          "a\u0000",
          "a\u0000b",
          "a\u0001",
          "10",
          "9",
          " ",
          "_",
          "-");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1",
          "10",
          "9",
          "-10",
          "-9",
          "0.5",
          "-0.5",
          "1E-130",
          "-1E-130",
          "9.9E125",
          "-9.9E125",
          "0.05",
          "100",
          "99.5",
          "1234567890123456789012345678901234567",
          // 38 digits and 34, a last digit apart.
          "12345678901234567890123456789012345678",
          "12345678901234567890123456789012345679",
          "-12345678901234567890123456789012345678",
          "-12345678901234567890123456789012345679",
          "1.234567890123456789012345678901234",
          "1.234567890123456789012345678901235");

  /** As base64, "/w==" (FF) is before "AA==" (00); signed, FF is before 00. */
  private static final List<String> BINARIES =
      List.of(
          "00", "FF", "7F", "80", "0000", "00FF", "FF00", "FFFF", "01", "3E", "3F", "FB", "000001",
          "0001", "7FFF", "8000");

  private static List<AttributeValue> values(AttributeValue.Type type) {
    return switch (type) {
      case N ->
          NUMBERS.stream()
              .<AttributeValue>map(text -> new AttributeValue.N(new BigDecimal(text)))
              .toList();
      case B ->
          BINARIES.stream()
              .<AttributeValue>map(
                  text -> new AttributeValue.B(Bytes.wrap(HexFormat.of().parseHex(text))))
              .toList();
      default -> STRINGS.stream().map(AttributeValue::s).toList();
    };
  }

  @Test
  void hashOfStrings(TestInfo test) {
    shape(test, AttributeValue.Type.S, null);
  }

  @Test
  void hashOfNumbers(TestInfo test) {
    shape(test, AttributeValue.Type.N, null);
  }

  @Test
  void hashOfBytes(TestInfo test) {
    shape(test, AttributeValue.Type.B, null);
  }

  @Test
  void rangeOfStrings(TestInfo test) {
    shape(test, AttributeValue.Type.S, AttributeValue.Type.S);
  }

  @Test
  void rangeOfNumbers(TestInfo test) {
    shape(test, AttributeValue.Type.S, AttributeValue.Type.N);
  }

  @Test
  void rangeOfBytes(TestInfo test) {
    shape(test, AttributeValue.Type.S, AttributeValue.Type.B);
  }

  private void shape(TestInfo test, AttributeValue.Type hash, AttributeValue.Type range) {
    hooks(test, "a page of " + PAGE).ifPresent(hooks -> hooks.fetchSize(PAGE));
    KeySchema key =
        new KeySchema(attribute("h", hash), range == null ? null : attribute("r", range));
    TableWriter writer =
        TableWriter.create(storage(), definition("Shape", TableStatus.ACTIVE, key, List.of()));
    List<Map<String, AttributeValue>> items = items(hash, range);
    writer.put(items);
    List<Map<String, AttributeValue>> read = new ArrayList<>();
    boolean ordered;
    try (TableSnapshot snapshot = open("Shape")) {
      ordered = snapshot.keyOrdered();
      for (Entry entry : Drain.all(snapshot.items(), "key shape " + hash + " " + range)) {
        read.add(TableWriter.item(entry));
      }
    }
    Promise.requireEqual(
        "CONF-3/each-once", "each item comes once", new HashSet<>(read).size(), read.size());
    Promise.requireEqual(
        "CONF-3/all-items", "all items come", new HashSet<>(items), new HashSet<>(read));
    Promise.requireEqual(
        "SNAP-5/declared",
        "whether items arrive in key order is as the backend declares it",
        behaviour().keyOrdered(),
        ordered);
    if (ordered) {
      List<Map<String, AttributeValue>> sorted = new ArrayList<>(items);
      sorted.sort(new KeyOrder(key));
      Promise.requireEqual(
          "SNAP-5/order", "items arrive in key order, numbers by value", sorted, read);
    }
    try (TableSnapshot snapshot = open("Shape");
        EntryCursor any = snapshot.itemsInAnyOrder()) {
      List<Entry> entries = Drain.all(any, "key shape " + hash + " " + range + " in any order");
      Promise.requireEqual(
          "CONF-3/any-order",
          "the stream in any order has the same items, each once",
          items.size(),
          new HashSet<>(entries.stream().map(TableWriter::item).toList()).size());
      Promise.requireEqual("CONF-3/any-order", "and no other", items.size(), entries.size());
    }
  }

  /** All values, in an order that is nobody's; with a range key, under two hash keys. */
  private static List<Map<String, AttributeValue>> items(
      AttributeValue.Type hash, AttributeValue.Type range) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    if (range == null) {
      values(hash).forEach(value -> items.add(Map.of("h", value)));
    } else {
      for (AttributeValue partition : List.of(AttributeValue.s("b"), AttributeValue.s("B"))) {
        values(range).forEach(value -> items.add(Map.of("h", partition, "r", value)));
      }
    }
    Collections.shuffle(items, new Random(7));
    return items;
  }
}
