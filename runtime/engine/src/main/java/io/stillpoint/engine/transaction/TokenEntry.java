package io.stillpoint.engine.transaction;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Entry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/**
 * An entry of TOKENS: that a TransactWriteItems with a client request token was applied. It is
 * written in the transaction's own batch, so there is a token exactly where there is its effect.
 *
 * <p>Key: account, token. Value: format byte 1, the 32 bytes of the request's digest, the time in
 * milliseconds as eight bytes.
 *
 * @param digest what the token stands for: SHA-256 of the canonical request
 * @param time when the transaction was planned
 */
record TokenEntry(Bytes digest, Instant time) {
  /** How long a token is remembered (DynamoDB API, TransactWriteItems, ClientRequestToken). */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  private static final byte FORMAT = 1;
  private static final int DIGEST_LENGTH = 32;
  private static final int LENGTH = 1 + DIGEST_LENGTH + Long.BYTES;

  TokenEntry {
    if (digest.length() != DIGEST_LENGTH) {
      throw new IllegalArgumentException("a digest has 32 bytes, not " + digest.length());
    }
  }

  static EntryKey key(String account, String token) {
    return new EntryKey(Bytes.utf8(account), Bytes.utf8(token));
  }

  /**
   * @throws IllegalArgumentException if the value is none
   */
  static TokenEntry read(Entry entry) {
    Bytes value = entry.value();
    if (value.length() != LENGTH || value.at(0) != FORMAT) {
      throw new IllegalArgumentException("not a token of format " + FORMAT + ": " + value);
    }
    long millis = ByteBuffer.wrap(value.array()).getLong(1 + DIGEST_LENGTH);
    return new TokenEntry(value.slice(1, 1 + DIGEST_LENGTH), Instant.ofEpochMilli(millis));
  }

  Bytes value() {
    return Bytes.wrap(
        ByteBuffer.allocate(LENGTH)
            .put(FORMAT)
            .put(digest.array())
            .putLong(time.toEpochMilli())
            .array());
  }

  boolean isOver(Instant now) {
    return !now.isBefore(time.plus(LIFETIME));
  }
}
