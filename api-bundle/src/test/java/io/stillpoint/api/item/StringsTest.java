package io.stillpoint.api.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("DDB-8")
class StringsTest {
  @Test
  void orderAndLengthAreThoseOfTheUtf8Bytes() {
    RandomValues values = new RandomValues();
    for (int i = 0; i < 20_000; i++) {
      String a = values.text(4);
      String b = values.text(4);
      assertEquals(
          Integer.signum(Bytes.utf8(a).compareTo(Bytes.utf8(b))),
          Integer.signum(Strings.compare(a, b)),
          values.replay());
      assertEquals(Bytes.utf8(a).length(), Strings.utf8Length(a), values.replay());
      assertTrue(Strings.wellFormed(a), values.replay());
    }
  }

  @Test
  void loneSurrogatesAreNotWellFormed() {
    assertFalse(Strings.wellFormed("\uD800"));
    assertFalse(Strings.wellFormed("\uDC00"));
    assertFalse(Strings.wellFormed("\uDC00\uD800"));
    assertFalse(Strings.wellFormed("\uD800\uD800\uDC00"));
    assertFalse(Strings.wellFormed("a\uD800b"));
  }
}
