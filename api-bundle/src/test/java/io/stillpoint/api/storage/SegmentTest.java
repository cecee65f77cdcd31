package io.stillpoint.api.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("DDB-3")
class SegmentTest {
  @Test
  void segmentsPartTheHashesAndTheirBoundsAgree() {
    long seed = Long.getLong("stillpoint.seed", System.nanoTime());
    System.out.println("SegmentTest: -Dstillpoint.seed=" + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      int total = 1 + random.nextInt(random.nextBoolean() ? 7 : 1_000_000);
      int hash = random.nextInt();
      long unsigned = Integer.toUnsignedLong(hash);
      int number = (int) ((unsigned * total) >>> 32);
      KeyRange.Segment segment = new KeyRange.Segment(number, total);
      String replay = "replay with -Dstillpoint.seed=" + seed;
      assertEquals(true, segment.contains(hash), replay);
      assertEquals(true, segment.firstHash() <= unsigned && unsigned < segment.endHash(), replay);
    }
    assertEquals(0, new KeyRange.Segment(0, 3).firstHash());
    assertEquals(1L << 32, new KeyRange.Segment(2, 3).endHash());
  }
}
