package io.stillpoint.api.storage;

import io.stillpoint.api.key.EntryKey;
import java.util.Objects;

/** The address of an entry on an instance. */
public record ReadKey(TableId table, int space, EntryKey key) {
  public ReadKey {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(key, "key");
  }
}
