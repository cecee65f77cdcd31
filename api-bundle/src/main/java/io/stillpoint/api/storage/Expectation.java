package io.stillpoint.api.storage;

import java.util.Objects;

/** What must be true of an entry for its batch to be applied. */
public sealed interface Expectation {
  /** Nothing. */
  enum Any implements Expectation {
    INSTANCE
  }

  /** There is no such entry. */
  enum Absent implements Expectation {
    INSTANCE
  }

  /** There is one, and this attempt wrote it last. */
  record WrittenBy(WriteId writeId) implements Expectation {
    public WrittenBy {
      Objects.requireNonNull(writeId, "writeId");
    }
  }

  static Expectation any() {
    return Any.INSTANCE;
  }

  static Expectation absent() {
    return Absent.INSTANCE;
  }

  static Expectation writtenBy(WriteId writeId) {
    return new WrittenBy(writeId);
  }

  /** That the entry is as it was when read: absent if it was null, else of the same write. */
  static Expectation unchanged(Entry read) {
    return read == null ? absent() : writtenBy(read.writeId());
  }

  /** Whether a current entry, null if there is none, meets it. */
  default boolean isMetBy(Entry current) {
    if (this instanceof WrittenBy written) {
      return current != null && current.writeId().equals(written.writeId());
    }
    return this == Any.INSTANCE || current == null;
  }
}
