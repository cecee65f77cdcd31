package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads by key. */
@Tag("DDB-2")
public abstract class ReadContract extends ContractTest {
  @Test
  void entriesComeInTheOrderOfTheKeysAndNullWhereThereIsNone() {
    StoredTable table = createTable("Music");
    StoredTable other = createTable("Other");
    put(table.at(), key("p", "b"), "b");
    put(table.at(), key("p", "a"), "a");
    put(other.at(), key("p", "a"), "other");
    List<Entry> entries =
        storage()
            .read(
                List.of(table.at(), other.at()),
                List.of(
                    new ReadKey(table.id(), Spaces.ITEMS, key("p", "b")),
                    new ReadKey(other.id(), Spaces.ITEMS, key("p", "a")),
                    new ReadKey(table.id(), Spaces.ITEMS, key("p", "none")),
                    new ReadKey(table.id(), Spaces.ITEMS, key("p", "a"))),
                true,
                soon());
    assertEquals(
        Arrays.asList("b", "other", null, "a"),
        entries.stream().map(e -> e == null ? null : e.value().utf8()).toList());
  }

  @Test
  void partitionAndSortDoNotRunTogether() {
    StoredTable table = createTable("Music");
    EntryKey one = new EntryKey(Bytes.wrap(new byte[] {'a', 0}), Bytes.wrap(new byte[] {'b'}));
    EntryKey two = new EntryKey(Bytes.wrap(new byte[] {'a'}), Bytes.wrap(new byte[] {0, 'b'}));
    put(table.at(), one, "one");
    put(table.at(), two, "two");
    assertEquals("one", value(table.at(), one));
    assertEquals("two", value(table.at(), two));
    assertNull(value(table.at(), new EntryKey(Bytes.utf8("a"), Bytes.EMPTY)));
  }

  @Test
  void aStaleRevisionIsRefusedAndNamesTheCurrentOne() {
    StoredTable table = createTable("Music");
    put(table.at(), key("p", "a"), "a");
    StoredTable altered =
        storage().alter(table.id(), table.revision(), text("v2"), table.spaces(), soon());
    StaleRevisionException refusal =
        assertThrows(
            StaleRevisionException.class,
            () -> value(table.at(), key("p", "a")),
            "[DDB-5/read-fence] a read that was planned under an older revision is refused");
    assertEquals(altered.revision(), refusal.currentRevision());
    assertEquals("a", value(altered.at(), key("p", "a")));
  }

  @Test
  void anUnknownTableIsStale() {
    TableRevision unknown = new TableRevision(TableId.random(), 1);
    StaleRevisionException refusal =
        assertThrows(StaleRevisionException.class, () -> value(unknown, key("p", "a")));
    assertEquals(0, refusal.currentRevision());
  }
}
