package io.stillpoint.http.server;

import io.stillpoint.http.config.Limits;

/** When a connection began to wait, and for what. Times are {@link System#nanoTime}. */
final class ConnectionClock {
  /** What is to be done about the time that has passed. */
  enum Verdict {
    FINE,
    /** The client does not deserve an answer, or would not read it. */
    CLOSE,
    /** A request has begun and did not end in time. */
    TIMED_OUT
  }

  /**
   * How long, after an answer that ends the connection early, its unread rest is drained: closing
   * at once would reset the connection and could take the answer with it.
   */
  private static final int LINGER_MILLIS = 2000;

  /** Whether a header is awaited; from the accept for the first request. */
  private boolean awaitingHead = true;

  private boolean anyByte;
  private boolean messageInThisRead;
  private boolean lingering;
  private boolean sending;
  private long headSince;
  private long idleSince;
  private long sendingSince;
  private long lingerSince;

  ConnectionClock(long opened) {
    headSince = opened;
    idleSince = opened;
  }

  static boolean isOver(long since, int millis, long now) {
    return now - since > millis * 1_000_000L;
  }

  /** A part of a request was decoded. */
  void messageRead() {
    messageInThisRead = true;
  }

  /** A request's header was decoded. */
  void headRead() {
    awaitingHead = false;
    anyByte = true;
  }

  /**
   * A read has ended. Without a decoded part, and between requests, it was the beginning of a
   * header. (A beginning in the same packet as the end of the request before it is noticed with its
   * next packet; until then the idle time-out bounds it.)
   */
  void readComplete(boolean betweenRequests) {
    if (betweenRequests && !messageInThisRead) {
      anyByte = true;
      if (!awaitingHead) {
        awaitingHead = true;
        headSince = System.nanoTime();
      }
    }
    messageInThisRead = false;
  }

  /** An answer was handed to the socket while none was under way. */
  void sending() {
    sending = true;
    sendingSince = System.nanoTime();
  }

  /** The client took an answer. */
  void sent(boolean more) {
    long now = System.nanoTime();
    sending = more;
    sendingSince = now;
    idleSince = now;
    // A client that was not read from for the answers' sake was not slow.
    headSince = now;
  }

  void lingering() {
    lingering = true;
    lingerSince = System.nanoTime();
  }

  Verdict verdict(Limits limits, long now, boolean idle, boolean bodyLate) {
    if (lingering) {
      return isOver(lingerSince, LINGER_MILLIS, now) ? Verdict.CLOSE : Verdict.FINE;
    }
    if (sending && isOver(sendingSince, limits.writeTimeoutMillis(), now)) {
      return Verdict.CLOSE;
    }
    if (bodyLate) {
      return Verdict.TIMED_OUT;
    }
    if (!idle) {
      return Verdict.FINE;
    }
    if (awaitingHead && isOver(headSince, limits.headerTimeoutMillis(), now)) {
      return anyByte ? Verdict.TIMED_OUT : Verdict.CLOSE;
    }
    return !awaitingHead && isOver(idleSince, limits.idleTimeoutMillis(), now)
        ? Verdict.CLOSE
        : Verdict.FINE;
  }
}
