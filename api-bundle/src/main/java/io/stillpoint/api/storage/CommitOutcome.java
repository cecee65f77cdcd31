package io.stillpoint.api.storage;

import java.util.Map;
import java.util.Objects;

/** How a commit ended. Only {@link Applied} changed anything, and {@link Unknown} may have. */
public sealed interface CommitOutcome {
  /**
   * Applied, durably if the instance is durable, and seen by every read that begins from now on.
   *
   * @param old the entries that were there before, by the index of their change, for those changes
   *     that wanted it and had one
   */
  record Applied(Map<Integer, Entry> old) implements CommitOutcome {
    public static final Applied WITHOUT_OLD = new Applied(Map.of());

    public Applied {
      old = Map.copyOf(old);
    }
  }

  /**
   * Not applied: an expectation was not met.
   *
   * @param failed every change whose expectation failed, by index, with what is there now
   */
  record Mismatch(Map<Integer, Current> failed) implements CommitOutcome {
    public Mismatch {
      failed = Map.copyOf(failed);
    }
  }

  /**
   * What is there now.
   *
   * @param entry null if there is none
   */
  record Current(Entry entry) {}

  /**
   * Not applied: a table's definition is not the one that the batch was planned under.
   *
   * @param revision the current one; 0 if the instance has no such table
   * @param state the fence's state, null if the instance has no such table
   */
  record Stale(TableId table, long revision, TableState state) implements CommitOutcome {
    public Stale {
      Objects.requireNonNull(table, "table");
    }
  }

  /** Surely not applied, and never will be; another attempt may succeed. */
  record Transient(String reason) implements CommitOutcome {
    public Transient {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** Perhaps applied, now or later. */
  record Unknown(String reason) implements CommitOutcome {
    public Unknown {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
