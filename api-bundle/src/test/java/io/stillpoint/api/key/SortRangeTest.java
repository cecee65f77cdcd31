package io.stillpoint.api.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("properties")
@Tag("DDB-3")
class SortRangeTest {
  private static final int ROUNDS = 20_000 * Integer.getInteger("stillpoint.rounds", 1);
  private static final Bytes DIGEST_LOW = Bytes.wrap(new byte[KeyCodec.DIGEST_LENGTH]);
  private static final Bytes DIGEST_HIGH =
      Bytes.wrap("\u00ff".repeat(16).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));

  private final RandomKeys keys = new RandomKeys();

  @Test
  void eachConditionIsItsRange() {
    check((kind, a) -> kind.equalTo(a), (v, a) -> v.equals(a));
    check((kind, a) -> kind.lessThan(a), (v, a) -> v.compareTo(a) < 0);
    check((kind, a) -> kind.atMost(a), (v, a) -> v.compareTo(a) <= 0);
    check((kind, a) -> kind.greaterThan(a), (v, a) -> v.compareTo(a) > 0);
    check((kind, a) -> kind.atLeast(a), (v, a) -> v.compareTo(a) >= 0);
    check((kind, a) -> kind.beginsWith(a), Bytes::startsWith);
  }

  @Test
  void betweenHasBothItsBounds() {
    for (int i = 0; i < ROUNDS; i++) {
      Bytes low = keys.bytes();
      Bytes high = keys.bytes();
      Bytes value = keys.bytes();
      boolean expected = value.compareTo(low) >= 0 && value.compareTo(high) <= 0;
      for (SortRange.Kind kind : SortRange.Kind.values()) {
        assertHolds(kind, kind.between(low, high), value, expected);
      }
    }
  }

  @Test
  void aPrefixOfAllOnesGoesToTheEnd() {
    Bytes ones = Bytes.wrap(new byte[] {(byte) 0xFF, (byte) 0xFF});
    for (SortRange.Kind kind : SortRange.Kind.values()) {
      assertNull(kind.beginsWith(ones).to(), kind.name());
      assertHolds(kind, kind.beginsWith(ones), ones.next(), true);
    }
  }

  @Test
  void pagesMeetAndDoNotOverlap() {
    for (int i = 0; i < ROUNDS; i++) {
      SortRange range = SortRange.Kind.BARE.between(keys.bytes(), keys.bytes());
      Bytes last = keys.bytes();
      Bytes value = keys.bytes();
      assertEquals(
          range.contains(value) && value.compareTo(last) > 0,
          range.after(last).contains(value),
          keys.replay());
      assertEquals(
          range.contains(value) && value.compareTo(last) < 0,
          range.before(last).contains(value),
          keys.replay());
    }
  }

  @Test
  void anEmptyRangeSaysSo() {
    Bytes a = Bytes.utf8("a");
    Bytes b = Bytes.utf8("b");
    assertTrue(SortRange.Kind.BARE.between(b, a).isEmpty());
    assertFalse(SortRange.Kind.BARE.between(a, a).isEmpty());
    assertFalse(SortRange.ALL.isEmpty());
  }

  private void check(
      java.util.function.BiFunction<SortRange.Kind, Bytes, SortRange> condition,
      BiPredicate<Bytes, Bytes> meaning) {
    for (int i = 0; i < ROUNDS; i++) {
      Bytes operand = keys.bytes();
      Bytes value = keys.bytes();
      for (SortRange.Kind kind : SortRange.Kind.values()) {
        assertHolds(kind, condition.apply(kind, operand), value, meaning.test(value, operand));
      }
    }
  }

  /** In an index, a value's entries are in the range whatever their digest. */
  private void assertHolds(SortRange.Kind kind, SortRange range, Bytes value, boolean expected) {
    Function<Bytes, String> message = sort -> kind + " " + range + " " + sort + keys.replay();
    if (kind == SortRange.Kind.BARE) {
      assertEquals(expected, range.contains(value), () -> message.apply(value));
      return;
    }
    for (Bytes digest : new Bytes[] {DIGEST_LOW, DIGEST_HIGH}) {
      Bytes sort = KeyCodec.terminated(value).concat(digest);
      assertEquals(expected, range.contains(sort), () -> message.apply(sort));
    }
  }
}
