package io.stillpoint.api.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("properties")
@Tag("DDB-8")
@Tag("SNAP-5")
class KeyCodecTest {
  private static final int ROUNDS = 50_000 * Integer.getInteger("stillpoint.rounds", 1);

  private final RandomKeys keys = new RandomKeys();

  @Test
  void theBytesHaveTheOrderOfTheValues() {
    for (int i = 0; i < ROUNDS; i++) {
      AttributeValue.Type type = keys.type();
      AttributeValue a = keys.value(type);
      AttributeValue b = keys.value(type);
      int expected = Integer.signum(DynamoOrder.compare(a, b));
      Bytes x = KeyCodec.encode(a);
      Bytes y = KeyCodec.encode(b);
      assertEquals(expected, Integer.signum(x.compareTo(y)), () -> a + " " + b + keys.replay());
      assertEquals(
          expected,
          Integer.signum(KeyCodec.terminated(x).compareTo(KeyCodec.terminated(y))),
          () -> "terminated: " + a + " " + b + keys.replay());
    }
  }

  @Test
  void everyValueComesBack() {
    for (int i = 0; i < ROUNDS; i++) {
      AttributeValue.Type type = keys.type();
      AttributeValue value = keys.value(type);
      assertEquals(value, KeyCodec.decode(type, KeyCodec.encode(value)), keys.replay());
    }
  }

  @Test
  void noTwoKeysShareAJoinedForm() {
    for (int i = 0; i < ROUNDS; i++) {
      EntryKey a = new EntryKey(keys.bytes(), keys.bytes());
      EntryKey b = new EntryKey(keys.bytes(), keys.bytes());
      assertEquals(
          Integer.signum(a.compareTo(b)),
          Integer.signum(a.joined().compareTo(b.joined())),
          () -> a + " " + b + keys.replay());
      assertEquals(a, EntryKey.split(a.joined()), keys.replay());
    }
  }

  @Test
  void noTerminatedComponentBeginsAnother() {
    for (int i = 0; i < ROUNDS; i++) {
      Bytes a = keys.bytes();
      Bytes b = keys.bytes();
      assertEquals(
          a.equals(b),
          KeyCodec.terminated(b).startsWith(KeyCodec.terminated(a)),
          () -> a + " " + b + keys.replay());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1e3",
    "1000, 1000.0",
    "1000, 0.1E4",
    "0, -0",
    "0, 0.000",
    "0, -0E100",
    "-1.5, -15e-1"
  })
  void aNumberHasOneKeyHoweverItIsSpelled(String one, String other) {
    assertEquals(KeyCodec.encode(AttributeValue.n(one)), KeyCodec.encode(AttributeValue.n(other)));
  }

  @Test
  void theExtremesAreInOrder() {
    String[] ascending = {
      "-9.9999999999999999999999999999999999999E125",
      "-9.9E125",
      "-1E125",
      "-100.5",
      "-100",
      "-99",
      "-1.05",
      "-1",
      "-1E-130",
      "0",
      "1E-130",
      "1.1E-130",
      "0.1",
      "1",
      "1.0000000000000000000000000000000000001",
      "1.05",
      "1.5",
      "10",
      "1E125",
      "9.9E125",
      "9.9999999999999999999999999999999999999E125"
    };
    Bytes last = Bytes.EMPTY;
    for (String number : ascending) {
      Bytes next = KeyCodec.encode(AttributeValue.n(number));
      assertTrue(last.compareTo(next) < 0, number);
      last = next;
    }
  }

  /** The vectors of docs/format.md: a change here is a new format. */
  @ParameterizedTest
  @CsvSource({
    "0, 02",
    "1, 03820b",
    "-1, 017df4ff",
    "10, 03830b",
    "0.1, 03810b",
    "12345.678, 03860d23394f",
    "1E-130, 03000b",
    "-1E-130, 01fff4ff",
    "9.9E125, 03ff64"
  })
  void numbersHaveTheirGoldenBytes(String number, String hex) {
    assertEquals(hex, KeyCodec.encode(AttributeValue.n(number)).hex());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "03", "0382", "01ff", "018202", "0382ff", "03826600"})
  void whatIsNoNumberIsRefused(String hex) {
    Bytes bytes = Bytes.wrap(java.util.HexFormat.of().parseHex(hex));
    assertThrows(
        IllegalArgumentException.class, () -> KeyCodec.decode(AttributeValue.Type.N, bytes));
  }

  @Test
  void theLargestKeysKeepTheirOrder() {
    byte[] zeros = new byte[2048];
    byte[] ones = new byte[2048];
    Arrays.fill(ones, (byte) 0xFF);
    EntryKey low = new EntryKey(Bytes.wrap(zeros), Bytes.wrap(new byte[1024]));
    EntryKey high = new EntryKey(Bytes.wrap(ones), Bytes.wrap(new byte[1024]));
    assertEquals(2 * 2048 + 2 + 1024, low.joined().length());
    assertEquals(low, EntryKey.split(low.joined()));
    assertTrue(low.joined().compareTo(high.joined()) < 0);
  }
}
