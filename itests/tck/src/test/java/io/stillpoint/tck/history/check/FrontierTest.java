package io.stillpoint.tck.history.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.check.Frontier.Config;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("DDB-11")
class FrontierTest {
  private static final List<Image> A = List.of(Image.v("a"));

  @Test
  void theOneWithMoreOperationsLeftMakesTheOtherNeedless() {
    Frontier frontier = new Frontier();
    assertTrue(frontier.add(config(0, 0b11)));
    assertTrue(frontier.add(config(0, 0b01)), "it can do all that the first can, and more");
    assertFalse(frontier.add(config(0, 0b11)));
    assertFalse(frontier.add(config(0, 0b01)), "once is enough");
    assertEquals(List.of(config(0, 0b01)), frontier.configs());
  }

  @Test
  void thoseThatDifferOtherwiseStay() {
    Frontier frontier = new Frontier();
    assertTrue(frontier.add(config(0, 0b01)));
    assertTrue(frontier.add(config(0, 0b10)));
    assertTrue(frontier.add(config(1, 0b11)));
    assertEquals(3, frontier.configs().size());
    assertEquals(List.of(A), frontier.states());
  }

  private static Config config(long done, int used) {
    return new Config(A, done, BigInteger.valueOf(used));
  }
}
