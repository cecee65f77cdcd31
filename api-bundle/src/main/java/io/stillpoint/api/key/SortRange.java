package io.stillpoint.api.key;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;

/**
 * A half-open range of sort parts within one partition: what a Query's range condition becomes.
 *
 * <p>A table's sort part is the bare encoded range key. An index entry's is the terminated range
 * component and a digest after it, so there a single value is itself a range. Both kinds offer the
 * same conditions; {@link Kind} says which.
 *
 * @param from inclusive; empty is the partition's beginning
 * @param to exclusive; null is the partition's end
 */
public record SortRange(Bytes from, Bytes to) {
  /** The whole partition. */
  public static final SortRange ALL = new SortRange(Bytes.EMPTY, null);

  /** How a range component is laid out in the sort part. */
  public enum Kind {
    /** The component alone, as in ITEMS. */
    BARE {
      @Override
      Bytes first(Bytes value) {
        return value;
      }

      @Override
      Bytes after(Bytes value) {
        return value.next();
      }

      @Override
      Bytes prefix(Bytes value) {
        return value;
      }
    },
    /** The component terminated, a digest after it, as in index spaces. */
    FOLLOWED {
      @Override
      Bytes first(Bytes value) {
        return KeyCodec.terminated(value);
      }

      @Override
      Bytes after(Bytes value) {
        return KeyCodec.terminated(value).prefixEnd();
      }

      @Override
      Bytes prefix(Bytes value) {
        return KeyCodec.escaped(value);
      }
    };

    /** The least sort part with this value. */
    abstract Bytes first(Bytes value);

    /** The least sort part greater than all with this value; never null. */
    abstract Bytes after(Bytes value);

    /** What the sort parts of all values that begin with this one begin with. */
    abstract Bytes prefix(Bytes value);

    public SortRange equalTo(Bytes value) {
      return new SortRange(first(value), after(value));
    }

    public SortRange lessThan(Bytes value) {
      return new SortRange(Bytes.EMPTY, first(value));
    }

    public SortRange atMost(Bytes value) {
      return new SortRange(Bytes.EMPTY, after(value));
    }

    public SortRange greaterThan(Bytes value) {
      return new SortRange(after(value), null);
    }

    public SortRange atLeast(Bytes value) {
      return new SortRange(first(value), null);
    }

    /** Both bounds inclusive; empty if {@code low} is above {@code high}. */
    public SortRange between(Bytes low, Bytes high) {
      return new SortRange(first(low), after(high));
    }

    public SortRange beginsWith(Bytes value) {
      Bytes prefix = prefix(value);
      return new SortRange(prefix, prefix.prefixEnd());
    }
  }

  public SortRange {
    Objects.requireNonNull(from, "from");
  }

  public boolean contains(Bytes sort) {
    return from.compareTo(sort) <= 0 && (to == null || sort.compareTo(to) < 0);
  }

  /** Whether no sort part can be in it. */
  public boolean isEmpty() {
    return to != null && from.compareTo(to) >= 0;
  }

  /** What of this range lies after a sort part. */
  public SortRange after(Bytes sort) {
    Bytes next = sort.next();
    return next.compareTo(from) > 0 ? new SortRange(next, to) : this;
  }

  /** What of this range lies before a sort part. */
  public SortRange before(Bytes sort) {
    return to == null || sort.compareTo(to) < 0 ? new SortRange(from, sort) : this;
  }
}
