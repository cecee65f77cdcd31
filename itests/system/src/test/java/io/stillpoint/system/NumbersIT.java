package io.stillpoint.system;

import static io.stillpoint.system.TestTable.b;
import static io.stillpoint.system.TestTable.column;
import static io.stillpoint.system.TestTable.key;
import static io.stillpoint.system.TestTable.n;
import static io.stillpoint.system.TestTable.s;
import static io.stillpoint.system.TestTable.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Numbers, strings, binary values and sets: exact values and the order of range keys. */
@Tag("DDB-8")
@ExtendWith(SharedServer.class)
class NumbersIT {
  private static final String DIGITS = "12345678901234567890123456789012345678";

  private final DynamoDbClient client;

  NumbersIT(DynamoDbClient client) {
    this.client = client;
  }

  /** Puts range keys in a shuffled order; the server must answer them in the given one. */
  private void assertOrder(String name, ScalarAttributeType type, List<AttributeValue> ascending) {
    TestTable table = TestTable.ranged(client, name, type);
    List<AttributeValue> shuffled = new ArrayList<>(ascending);
    Collections.shuffle(shuffled, new Random(7));
    shuffled.forEach(sk -> table.put(key("p", sk)));
    assertEquals(ascending, column(table.partition("p"), "sk"));

    List<AttributeValue> descending = new ArrayList<>(ascending);
    Collections.reverse(descending);
    assertEquals(
        descending,
        column(
            client
                .query(table.query("pk = :p", Map.of(":p", s("p"))).scanIndexForward(false).build())
                .items(),
            "sk"));
    for (int i = 0; i < ascending.size(); i++) {
      AttributeValue bound = ascending.get(i);
      assertEquals(
          ascending.subList(i, ascending.size()),
          column(
              client
                  .query(
                      table
                          .query("pk = :p AND sk >= :s", Map.of(":p", s("p"), ":s", bound))
                          .build())
                  .items(),
              "sk"),
          "from " + bound);
    }
  }

  @Test
  void numbersSortByValueFromTheLeastToTheGreatest() {
    List<BigDecimal> order =
        List.of(
            new BigDecimal("-9.9E+125"),
            new BigDecimal("-" + DIGITS),
            new BigDecimal("-1000.5"),
            new BigDecimal("-1000"),
            new BigDecimal("-1"),
            new BigDecimal("-1E-130"),
            BigDecimal.ZERO,
            new BigDecimal("1E-130"),
            new BigDecimal("0.1"),
            new BigDecimal("0.11"),
            BigDecimal.ONE,
            new BigDecimal("9"),
            new BigDecimal("10"),
            new BigDecimal(DIGITS).subtract(BigDecimal.ONE),
            new BigDecimal(DIGITS),
            new BigDecimal("9.9E+125"));
    TestTable table = TestTable.ranged(client, "numbers-order", ScalarAttributeType.N);
    List<BigDecimal> shuffled = new ArrayList<>(order);
    Collections.shuffle(shuffled, new Random(8));
    shuffled.forEach(sk -> table.put(key("p", n(sk.toString()))));
    List<BigDecimal> answered =
        table.partition("p").stream().map(item -> new BigDecimal(item.get("sk").n())).toList();
    assertEquals(order.size(), answered.size());
    for (int i = 0; i < order.size(); i++) {
      assertEquals(0, order.get(i).compareTo(answered.get(i)), order + " against " + answered);
    }
  }

  @Test
  void aNumberIsOneKeyHoweverItIsSpelled() {
    TestTable table = TestTable.ranged(client, "numbers-spelling", ScalarAttributeType.N);
    for (String spelled : List.of("1000", "1e3", "1000.0", "+1000", "0001000.00", "0.1E4")) {
      table.put(with(key("p", n(spelled)), "spelled", s(spelled)));
      assertEquals(s(spelled), table.get(key("p", n("1000"))).get("spelled"));
    }
    table.put(key("p", n("-0")));
    table.put(key("p", n("0.00")));
    assertEquals(List.of(n("0"), n("1000")), column(table.partition("p"), "sk"));
  }

  @Test
  void numbersAreKeptToTheLastOf38Digits() {
    TestTable table = TestTable.keyed(client, "numbers-digits");
    for (String value : List.of(DIGITS, "-" + DIGITS, "0." + DIGITS, "1.5", "-0.001")) {
      table.put(with(key("d"), "value", n(value)));
      assertEquals(n(value), table.get(key("d")).get("value"));
    }
    table.put(with(key("d"), "value", n(DIGITS)));
    client.updateItem(
        u ->
            u.tableName(table.name())
                .key(key("d"))
                .updateExpression("ADD #v :one")
                .expressionAttributeNames(Map.of("#v", "value"))
                .expressionAttributeValues(Map.of(":one", n(1))));
    assertEquals(
        n(new BigDecimal(DIGITS).add(BigDecimal.ONE).toString()), table.get(key("d")).get("value"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        DIGITS + "9",
        "1E126",
        "-1E126",
        "1E-131",
        "1E999999999",
        "NaN",
        "Infinity",
        "0x10",
        "",
        "1 "
      })
  void aNumberOutOfRangeIsRefused(String value) {
    DynamoDbException refused =
        assertThrows(
            DynamoDbException.class,
            () ->
                client.putItem(
                    p -> p.tableName("numbers-none").item(with(key("r"), "value", n(value)))));
    assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
  }

  /** UTF-8 order puts supplementary characters after U+FFFF, UTF-16 order would not. */
  @Test
  void stringsSortByTheirUtf8Bytes() {
    assertOrder(
        "strings-order",
        ScalarAttributeType.S,
        List.of(
            s("\0"),
            s("\0\0"),
            s("\0a"),
            s("A"),
            s("a"),
            s("a\0"),
            s("a\0b"),
            s("aa"),
            s("b"),
            s("\u00e9"),
            s("\ud7ff"),
            s("\ue000"),
            s("\uffff"),
            s("\ud83d\ude00"),
            s("\udbff\udfff")));
  }

  @Test
  void binaryValuesSortAsUnsignedBytes() {
    assertOrder(
        "binary-order",
        ScalarAttributeType.B,
        List.of(
            b(0),
            b(0, 0),
            b(0, 1),
            b(0, 0xff),
            b(1),
            b(0x7f),
            b(0x80),
            b(0xff),
            b(0xff, 0),
            b(0xff, 0xff)));
  }

  @Test
  void aPrefixOfHighestBytesIsFoundByBeginsWith() {
    TestTable table = TestTable.ranged(client, "binary-prefix", ScalarAttributeType.B);
    List<AttributeValue> matching = List.of(b(0xff, 0xff), b(0xff, 0xff, 0), b(0xff, 0xff, 0xff));
    matching.forEach(sk -> table.put(key("p", sk)));
    table.put(key("p", b(0xff)));
    table.put(key("p", b(0xff, 0xfe)));
    table.put(key("q", b(0xff, 0xff)));
    assertEquals(
        matching,
        column(
            client
                .query(
                    table
                        .query(
                            "pk = :p AND begins_with(sk, :s)",
                            Map.of(":p", s("p"), ":s", b(0xff, 0xff)))
                        .build())
                .items(),
            "sk"));
  }

  @Test
  void setsHoldEachValueOnce() {
    TestTable table = TestTable.keyed(client, "sets");
    table.put(
        Map.of(
            "pk", s("s"),
            "strings", AttributeValue.fromSs(List.of("b", "a")),
            "numbers", AttributeValue.fromNs(List.of("10", "9")),
            "bytes",
                AttributeValue.fromBs(
                    List.of(
                        SdkBytes.fromByteArray(new byte[] {1}),
                        SdkBytes.fromByteArray(new byte[] {0})))));
    client.updateItem(
        u ->
            u.tableName(table.name())
                .key(key("s"))
                .updateExpression("ADD strings :s, numbers :n")
                .expressionAttributeValues(
                    Map.of(
                        ":s", AttributeValue.fromSs(List.of("a", "c")),
                        ":n", AttributeValue.fromNs(List.of("1e1", "11")))));
    Map<String, AttributeValue> item = table.get(key("s"));
    assertEquals(Set.of("a", "b", "c"), new HashSet<>(item.get("strings").ss()));
    assertEquals(3, item.get("strings").ss().size());
    assertEquals(Set.of("9", "10", "11"), new HashSet<>(item.get("numbers").ns()));
    assertEquals(3, item.get("numbers").ns().size());
    assertEquals(2, item.get("bytes").bs().size());

    for (AttributeValue twice :
        List.of(
            AttributeValue.fromSs(List.of("a", "a")),
            AttributeValue.fromNs(List.of("1000", "1e3")))) {
      DynamoDbException refused =
          assertThrows(DynamoDbException.class, () -> table.put(with(key("twice"), "set", twice)));
      assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
      assertTrue(
          refused.awsErrorDetails().errorMessage().contains("duplicates"),
          refused.awsErrorDetails().errorMessage());
    }
    assertEquals(Map.of(), table.get(key("twice")));
  }
}
