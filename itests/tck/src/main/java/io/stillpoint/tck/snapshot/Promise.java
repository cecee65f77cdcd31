package io.stillpoint.tck.snapshot;

import java.util.function.Supplier;

/**
 * The kit's assertions. Each has an ID of its own, which begins with the requirement's: a failure
 * says which promise was broken, in the contract's words, and what was seen instead. The mutants
 * (CONF-5) are judged by these IDs.
 */
public final class Promise {
  private Promise() {}

  /**
   * Fails unless a promise was kept.
   *
   * @param id the requirement, a slash and the assertion's own name: {@code CONF-1/no-duplicate}
   * @param promised a clause that says what the contract promises
   * @param seen asked only if it was not kept
   */
  public static void require(String id, String promised, boolean kept, Supplier<?> seen) {
    if (!kept) {
      throw broken(id, promised, seen.get(), null);
    }
  }

  /** Fails unless what was seen equals what was promised. */
  public static void requireEqual(String id, String promised, Object expected, Object actual) {
    require(id, promised, expected.equals(actual), () -> actual + ", not " + expected);
  }

  /**
   * Fails unless a call is refused with an error of the class.
   *
   * @return the error
   */
  public static <T extends Exception> T requireRefused(
      String id, String promised, Class<T> refusal, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      if (refusal.isInstance(e)) {
        return refusal.cast(e);
      }
      throw broken(id, promised, e, e);
    }
    throw broken(id, promised, "no error", null);
  }

  /** The failure that says that a promise was broken. */
  public static AssertionError broken(String id, String promised, Object seen, Throwable cause) {
    return new AssertionError("[" + id + "] promised: " + promised + "; seen: " + seen, cause);
  }
}
