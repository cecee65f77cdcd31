package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.storage.WriteId;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An open instance for each test, and the few words that contract tests are written in. */
public abstract class ContractTest {
  /** The account that tests create tables in. */
  protected static final String ACCOUNT = "000000000000";

  private BackendUnderTest backend;
  private BackendUnderTest.Instance instance;

  /** A fresh database. */
  protected abstract BackendUnderTest backend() throws IOException;

  @BeforeEach
  void openInstance() throws IOException {
    backend = backend();
    instance = backend.open();
  }

  @AfterEach
  void closeInstance() throws IOException {
    try {
      instance.close();
    } finally {
      backend.close();
    }
  }

  protected final BackendUnderTest.Instance instance() {
    return instance;
  }

  protected final StorageEngine storage() {
    return instance.storage();
  }

  protected final boolean isDurable() {
    return backend.isDurable();
  }

  /** Closes the instance and opens it on the same database. */
  protected final void reopen() throws IOException {
    instance.close();
    instance = backend.open();
  }

  protected static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(10));
  }

  protected static EntryKey key(String partition, String sort) {
    return new EntryKey(Bytes.utf8(partition), Bytes.utf8(sort));
  }

  protected static Bytes text(String text) {
    return Bytes.utf8(text);
  }

  /** A table with the fixed spaces and one index space. */
  protected final StoredTable createTable(String name) {
    Set<Integer> spaces = new LinkedHashSet<>(Spaces.FIXED);
    spaces.add(Spaces.FIRST_INDEX);
    return storage()
        .create(new NewTable(TableId.random(), ACCOUNT, name, spaces, text("v1")), soon());
  }

  protected final CommitOutcome commit(TableRevision table, Change... changes) {
    return storage().commit(new Batch(WriteId.fresh(), List.of(table), List.of(changes)), soon());
  }

  protected final CommitOutcome.Applied apply(TableRevision table, Change... changes) {
    return assertInstanceOf(CommitOutcome.Applied.class, commit(table, changes));
  }

  protected final void put(TableRevision table, EntryKey key, String value) {
    apply(
        table, Change.put(table.table(), Spaces.ITEMS, key, Expectation.any(), Bytes.utf8(value)));
  }

  /** The entry, or null. */
  protected final Entry read(TableRevision table, int space, EntryKey key) {
    List<Entry> entries =
        storage()
            .read(List.of(table), List.of(new ReadKey(table.table(), space, key)), true, soon());
    assertEquals(1, entries.size(), "read answers each key once");
    return entries.get(0);
  }

  /** The item's value as text, or null. */
  protected final String value(TableRevision table, EntryKey key) {
    Entry entry = read(table, Spaces.ITEMS, key);
    return entry == null ? null : entry.value().utf8();
  }
}
