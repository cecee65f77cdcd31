package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.key.SortRange;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.WriteId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranges against a sorted map of the same entries, with every bound in every direction. */
@Tag("DDB-3")
public abstract class RangeContract extends ContractTest {
  private static final int[] OCTETS = {0x00, 0x01, 0x61, 0x7F, 0x80, 0xFE, 0xFF};

  private final long seed = Long.getLong("stillpoint.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final TreeMap<EntryKey, Entry> model = new TreeMap<>();
  private StoredTable table;

  @BeforeEach
  void fillTable() {
    table = createTable("Ranges");
    WriteId id = WriteId.fresh();
    for (int i = 0; i < 400; i++) {
      EntryKey key = new EntryKey(octets(1), octets(0));
      Bytes json = Bytes.wrap(new byte[random.nextInt(60)]);
      model.put(key, new Entry(key, id, ItemEntry.value(key, json.length() + 7, json)));
    }
    List<Entry> shuffled = new ArrayList<>(model.values());
    Collections.shuffle(shuffled, random);
    storage().load(table.at(), Spaces.ITEMS, shuffled, soon());
  }

  private Bytes octets(int least) {
    byte[] bytes = new byte[least + random.nextInt(3)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) OCTETS[random.nextInt(OCTETS.length)];
    }
    return Bytes.wrap(bytes);
  }

  private String replay(Object subject) {
    return subject + "; replay with -Dstillpoint.seed=" + seed;
  }

  private Page range(KeyRange range, int maxEntries, long maxBytes, Fetch fetch) {
    return storage()
        .range(
            new RangeRequest(table.at(), Spaces.ITEMS, range, maxEntries, maxBytes, fetch, true),
            soon());
  }

  private Page range(KeyRange range, int maxEntries) {
    return range(range, maxEntries, 1 << 20, Fetch.VALUES);
  }

  private List<Entry> expected(KeyRange.OfPartition range) {
    List<Entry> entries = new ArrayList<>();
    for (Entry entry : model.values()) {
      if (entry.key().partition().equals(range.partition())
          && range.sorts().contains(entry.key().sort())) {
        entries.add(entry);
      }
    }
    if (range.backwards()) {
      Collections.reverse(entries);
    }
    return entries;
  }

  @Test
  void aPartitionsRangeIsWhatItsBoundsSay() {
    for (int i = 0; i < 600; i++) {
      Bytes partition = random.nextInt(8) == 0 ? octets(1) : model.ceilingKey(anyKey()).partition();
      SortRange sorts = new SortRange(octets(0), random.nextBoolean() ? null : octets(0));
      KeyRange.OfPartition range = new KeyRange.OfPartition(partition, sorts, random.nextBoolean());
      List<Entry> expected = expected(range);
      int most = 1 + random.nextInt(6);
      Page page = range(range, most);
      assertEquals(
          expected.subList(0, Math.min(most, expected.size())),
          page.entries(),
          replay("[DDB-3/range] a range is from its first bound to before its second: " + range));
      if (expected.size() > most) {
        assertTrue(page.more(), () -> replay("more entries follow " + range));
      } else if (expected.size() < most) {
        assertFalse(page.more(), () -> replay("no more entries follow " + range));
      }
    }
  }

  private EntryKey anyKey() {
    EntryKey key = new EntryKey(octets(1), octets(0));
    return model.ceilingKey(key) == null ? model.firstKey() : key;
  }

  @Test
  void pagesOfASpaceTogetherAreTheSpace() {
    for (int most : new int[] {1, 3, 7, 399, 400, 1000}) {
      assertEquals(
          new ArrayList<>(model.values()),
          walk(null, most),
          replay("[DDB-3/pages] pages of at most " + most + " entries are the space"));
    }
  }

  @Test
  void aSpacesRangeBeginsWhereItIsTold() {
    for (int i = 0; i < 100; i++) {
      EntryKey from = new EntryKey(octets(1), octets(0));
      List<Entry> expected = new ArrayList<>(model.tailMap(from, true).values());
      assertEquals(
          expected.subList(0, Math.min(5, expected.size())),
          range(new KeyRange.OfSpace(from, null), 5).entries(),
          replay(from));
    }
  }

  @Test
  void segmentsPartTheSpace() {
    for (int total : new int[] {1, 2, 3, 10}) {
      Set<Entry> seen = new HashSet<>();
      for (int number = 0; number < total; number++) {
        KeyRange.Segment segment = new KeyRange.Segment(number, total);
        for (Entry entry : walk(segment, 5)) {
          assertTrue(
              segment.contains(KeyCodec.segmentHash(entry.key().partition())),
              () -> replay(segment));
          assertTrue(seen.add(entry), () -> replay("an entry in two segments"));
        }
      }
      assertEquals(new HashSet<>(model.values()), seen, replay(total));
    }
  }

  private List<Entry> walk(KeyRange.Segment segment, int most) {
    List<Entry> entries = new ArrayList<>();
    EntryKey from = null;
    while (true) {
      Page page = range(new KeyRange.OfSpace(from, segment), most);
      assertTrue(
          page.entries().size() <= most,
          "[DDB-3/page-entries] a page has at most the entries asked for");
      entries.addAll(page.entries());
      if (!page.more()) {
        return entries;
      }
      assertFalse(page.entries().isEmpty(), "a page that says more follow has an entry");
      from = page.entries().get(page.entries().size() - 1).key().next();
    }
  }

  @Test
  void aPageEndsAfterTheEntryThatReachesItsBytes() {
    List<Entry> all = new ArrayList<>(model.values());
    for (long maxBytes : new long[] {1, 50, 200, 2000}) {
      Page page = range(new KeyRange.OfSpace(null, null), 1000, maxBytes, Fetch.VALUES);
      int entries = 0;
      long bytes = 0;
      while (entries < all.size() && bytes < maxBytes) {
        Entry entry = all.get(entries++);
        bytes +=
            (long) entry.value().length()
                + entry.key().partition().length()
                + entry.key().sort().length();
      }
      assertEquals(
          all.subList(0, entries),
          page.entries(),
          replay("[DDB-3/page-bytes] a page ends after the entry that reaches " + maxBytes));
      assertEquals(entries < all.size(), page.more(), replay(maxBytes + " bytes"));
    }
  }

  @Test
  void fetchSaysHowMuchOfAValueComes() {
    KeyRange all = new KeyRange.OfSpace(null, null);
    for (Entry entry : range(all, 1000, 1 << 20, Fetch.KEYS).entries()) {
      assertEquals(Bytes.EMPTY, entry.value());
      assertEquals(model.get(entry.key()).writeId(), entry.writeId());
    }
    List<Entry> headers = range(all, 1000, 1 << 20, Fetch.HEADERS).entries();
    assertEquals(model.size(), headers.size());
    for (Entry entry : headers) {
      assertEquals(model.get(entry.key()).value().slice(0, EntryHeader.LENGTH), entry.value());
    }
  }

  @Test
  void anEmptyRangeIsAnEmptyPage() {
    KeyRange nothing =
        new KeyRange.OfPartition(Bytes.utf8("no such partition"), SortRange.ALL, false);
    assertEquals(new Page(List.of(), false), range(nothing, 10));
  }

  @Test
  void aStaleRevisionIsRefused() {
    StoredTable altered =
        storage().alter(table.id(), table.revision(), text("v2"), table.spaces(), soon());
    StaleRevisionException refusal =
        assertThrows(
            StaleRevisionException.class, () -> range(new KeyRange.OfSpace(null, null), 10));
    assertEquals(altered.revision(), refusal.currentRevision());
  }

  @Test
  void aRangeSeesWhatWasAcknowledged() {
    EntryKey key = key("new", "");
    apply(table.at(), Change.put(table.id(), Spaces.ITEMS, key, Expectation.absent(), text("x")));
    KeyRange range = new KeyRange.OfPartition(key.partition(), SortRange.ALL, true);
    assertEquals(1, range(range, 10).entries().size());
  }

  @Test
  void measureCountsEntriesAndTheirSizes() {
    long bytes = model.values().stream().mapToLong(e -> EntryHeader.read(e.value()).size()).sum();
    assertEquals(
        new SpaceSize(model.size(), bytes),
        storage().measure(table.at(), Spaces.ITEMS, soon()),
        replay("measure"));
    assertEquals(new SpaceSize(0, 0), storage().measure(table.at(), Spaces.TOKENS, soon()));
  }

  @Test
  void loadReplacesAndKeepsWriteIds() {
    Entry old = model.firstEntry().getValue();
    Entry replaced =
        new Entry(old.key(), WriteId.fresh(), ItemEntry.value(old.key(), 1, text("n")));
    storage().load(table.at(), Spaces.ITEMS, List.of(replaced), soon());
    assertEquals(replaced, read(table.at(), Spaces.ITEMS, old.key()));
  }
}
