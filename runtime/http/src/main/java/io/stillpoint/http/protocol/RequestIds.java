package io.stillpoint.http.protocol;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.SplittableRandom;

/**
 * Makes request ids as the service's are: 52 upper-case letters and digits (five bits each). Seeded
 * once by the system's random source; not for secrets. Not thread-safe: one for each event loop.
 */
public final class RequestIds {
  /** Characters of an id. */
  public static final int LENGTH = 52;

  private static final byte[] DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUV".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS_PER_LONG = 12;

  private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());

  /** An id that no other request has. */
  public String next() {
    byte[] id = new byte[LENGTH];
    long bits = 0;
    for (int i = 0; i < LENGTH; i++) {
      if (i % DIGITS_PER_LONG == 0) {
        bits = random.nextLong();
      }
      id[i] = DIGITS[(int) (bits & 31)];
      bits >>>= 5;
    }
    return new String(id, StandardCharsets.ISO_8859_1);
  }
}
