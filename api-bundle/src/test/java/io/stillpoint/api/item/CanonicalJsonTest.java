package io.stillpoint.api.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.bytes.Bytes;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("properties")
@Tag("DDB-8")
@Tag("DDB-2")
class CanonicalJsonTest {
  private static final int ROUNDS = 3000 * Integer.getInteger("stillpoint.rounds", 1);

  @Test
  void everyItemComesBackAsItWas() {
    RandomValues values = new RandomValues();
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, AttributeValue> item = values.item();
      Bytes json = CanonicalJson.encode(item);
      assertEquals(item, CanonicalJson.decodeItem(json), values.replay());
      assertEquals(json, CanonicalJson.encode(CanonicalJson.decodeItem(json)), values.replay());
    }
  }

  @Test
  void equalItemsHaveEqualBytes() {
    RandomValues values = new RandomValues();
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, AttributeValue> item = values.item();
      Map<String, AttributeValue> other = values.respelled(item);
      assertEquals(
          CanonicalJson.encode(item).utf8(), CanonicalJson.encode(other).utf8(), values.replay());
    }
  }

  @Test
  void unequalValuesHaveUnequalBytes() {
    RandomValues values = new RandomValues();
    AttributeValue last = values.value(0);
    for (int i = 0; i < ROUNDS; i++) {
      AttributeValue next = values.value(0);
      assertEquals(
          last.equals(next),
          CanonicalJson.encode(last).equals(CanonicalJson.encode(next)),
          values.replay());
      last = next;
    }
  }

  @Test
  void oneAttributeIsFoundWithoutTheOthers() {
    RandomValues values = new RandomValues();
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, AttributeValue> item = values.item();
      Bytes json = CanonicalJson.encode(item);
      item.forEach(
          (name, value) ->
              assertEquals(value, CanonicalJson.attribute(json, name), values.replay()));
      assertNull(CanonicalJson.attribute(json, "no such name"), values.replay());
    }
  }

  @Test
  void theFormIsFixed() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("\uD83D\uDE00", AttributeValue.Null.INSTANCE);
    item.put("\uFFFD", AttributeValue.bool(false));
    item.put("text", AttributeValue.s("\u0000\b\t\n\f\r\u001F \"\\/\u007Fé"));
    item.put("number", AttributeValue.n("-1.50E3"));
    item.put("zero", AttributeValue.n("-0.0"));
    item.put("small", AttributeValue.n("1E-7"));
    item.put("binary", AttributeValue.b(Bytes.wrap(new byte[] {(byte) 0xFB, (byte) 0xFF})));
    item.put("words", new AttributeValue.SS(List.of("\uD83D\uDE00", "\uFFFD", "b", "")));
    item.put("figures", new AttributeValue.NS(List.of(n("10"), n("9"), n("-1"))));
    item.put(
        "blobs",
        new AttributeValue.BS(
            List.of(Bytes.wrap(new byte[] {-1}), Bytes.wrap(new byte[] {1, 2}), Bytes.EMPTY)));
    item.put("list", new AttributeValue.L(List.of(AttributeValue.bool(true))));
    item.put("map", new AttributeValue.M(Map.of("", new AttributeValue.L(List.of()))));
    assertEquals(
        "{\"binary\":{\"B\":\"+/8=\"},"
            + "\"blobs\":{\"BS\":[\"\",\"AQI=\",\"/w==\"]},"
            + "\"figures\":{\"NS\":[\"-1\",\"9\",\"10\"]},"
            + "\"list\":{\"L\":[{\"BOOL\":true}]},"
            + "\"map\":{\"M\":{\"\":{\"L\":[]}}},"
            + "\"number\":{\"N\":\"-1500\"},"
            + "\"small\":{\"N\":\"0.0000001\"},"
            + "\"text\":{\"S\":\"\\u0000\\b\\t\\n\\f\\r\\u001f \\\"\\\\/\u007Fé\"},"
            + "\"words\":{\"SS\":[\"\",\"b\",\"\uFFFD\",\"\uD83D\uDE00\"]},"
            + "\"zero\":{\"N\":\"0\"},"
            + "\"\uFFFD\":{\"BOOL\":false},"
            + "\"\uD83D\uDE00\":{\"NULL\":true}}",
        CanonicalJson.encode(item).utf8());
  }

  private static BigDecimal n(String text) {
    return Numbers.parse(text);
  }

  @Test
  void membersMayStandInAnyOrder() {
    assertEquals(
        Map.of("a", AttributeValue.s("1"), "b", AttributeValue.s("2")),
        CanonicalJson.decodeItem(Bytes.utf8("{\"b\":{\"S\":\"2\"},\"a\":{\"S\":\"1\"}}")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " {}",
        "{} ",
        "{",
        "[]",
        "{\"a\"}",
        "{\"a\":1}",
        "{\"a\":{}}",
        "{\"a\":{\"S\":\"x\"},}",
        "{\"a\":{\"S\":\"x\"} ,\"b\":{\"S\":\"x\"}}",
        "{\"a\":{\"S\":\"x\"},\"a\":{\"S\":\"x\"}}",
        "{\"a\":{\"S\":\"x\",\"N\":\"1\"}}",
        "{\"a\":{\"X\":\"x\"}}",
        "{\"a\":{\"S\":\"x}}",
        "{\"a\":{\"S\":\"\t\"}}",
        "{\"a\":{\"S\":\"\\/\"}}",
        "{\"a\":{\"S\":\"\\u0009\"}}",
        "{\"a\":{\"S\":\"\\u001F\"}}",
        "{\"a\":{\"S\":\"\\u0041\"}}",
        "{\"a\":{\"S\":\"\\ud800\"}}",
        "{\"a\":{\"N\":\"1.0\"}}",
        "{\"a\":{\"N\":\"+1\"}}",
        "{\"a\":{\"N\":\"01\"}}",
        "{\"a\":{\"N\":\"-0\"}}",
        "{\"a\":{\"N\":\"1E2\"}}",
        "{\"a\":{\"N\":1}}",
        "{\"a\":{\"N\":\"\"}}",
        "{\"a\":{\"B\":\"AQ\"}}",
        "{\"a\":{\"B\":\"AR==\"}}",
        "{\"a\":{\"B\":\"-_8=\"}}",
        "{\"a\":{\"NULL\":false}}",
        "{\"a\":{\"BOOL\":\"true\"}}",
        "{\"a\":{\"SS\":[]}}",
        "{\"a\":{\"SS\":[\"b\",\"a\"]}}",
        "{\"a\":{\"SS\":[\"a\",\"a\"]}}",
        "{\"a\":{\"NS\":[\"10\",\"9\"]}}",
        "{\"a\":{\"L\":[{\"S\":\"x\"},]}}",
      })
  void anyOtherFormIsRefused(String json) {
    assertThrows(
        IllegalArgumentException.class, () -> CanonicalJson.decodeItem(Bytes.utf8(json)), json);
  }

  @Test
  void malformedUtf8IsRefused() {
    byte[][] malformed = {
      {(byte) 0x80},
      {(byte) 0xC3},
      {(byte) 0xC0, (byte) 0x80},
      {(byte) 0xED, (byte) 0xA0, (byte) 0x80}
    };
    for (byte[] bytes : malformed) {
      Bytes json = Bytes.utf8("{\"S\":\"").concat(Bytes.wrap(bytes)).concat(Bytes.utf8("\"}"));
      assertThrows(IllegalArgumentException.class, () -> CanonicalJson.decodeValue(json));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD800", "a\uDC00", "\uDC00\uD800", "\uD800\uD800\uDC00"})
  void loneSurrogatesAreRefused(String text) {
    assertThrows(
        IllegalArgumentException.class, () -> CanonicalJson.encode(AttributeValue.s(text)));
  }

  @Test
  void badSetsAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> CanonicalJson.encode(new AttributeValue.SS(List.of())));
    assertThrows(
        IllegalArgumentException.class,
        () -> CanonicalJson.encode(new AttributeValue.NS(List.of(n("2"), n("1"), n("2.0")))));
  }

  @Test
  void nestingIsBounded() {
    AttributeValue deep = AttributeValue.s("x");
    for (int i = 0; i < CanonicalJson.MAX_DEPTH; i++) {
      deep =
          i % 2 == 0
              ? new AttributeValue.L(List.of(deep))
              : new AttributeValue.M(Map.of("m", deep));
    }
    assertEquals(deep, CanonicalJson.decodeValue(CanonicalJson.encode(deep)));
    AttributeValue deeper = new AttributeValue.L(List.of(deep));
    assertThrows(IllegalArgumentException.class, () -> CanonicalJson.encode(deeper));
    Bytes json = Bytes.utf8("{\"L\":[").concat(CanonicalJson.encode(deep)).concat(Bytes.utf8("]}"));
    assertThrows(IllegalArgumentException.class, () -> CanonicalJson.decodeValue(json));
    Bytes bomb = Bytes.utf8("{\"L\":[".repeat(1_000_000));
    assertThrows(IllegalArgumentException.class, () -> CanonicalJson.decodeValue(bomb));
  }

  @Test
  void damagedBytesNeverDoWorseThanARefusal() {
    RandomValues values = new RandomValues();
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, AttributeValue> item = values.item();
      byte[] damaged = CanonicalJson.encode(item).array().clone();
      damaged[values.random.nextInt(damaged.length)] = (byte) values.random.nextInt(256);
      Map<String, AttributeValue> read;
      try {
        read = CanonicalJson.decodeItem(Bytes.wrap(damaged));
      } catch (IllegalArgumentException refused) {
        continue;
      }
      assertEquals(read, CanonicalJson.decodeItem(CanonicalJson.encode(read)), values.replay());
    }
  }
}
