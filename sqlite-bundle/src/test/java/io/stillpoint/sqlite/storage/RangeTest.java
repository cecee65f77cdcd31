package io.stillpoint.sqlite.storage;

import static io.stillpoint.sqlite.Started.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.key.SortRange;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every range that can be asked for, against a sorted map of the same entries. */
@Tag("DDB-8")
class RangeTest {
  private static final long SEED = Long.getLong("stillpoint.seed", System.nanoTime());
  private static final int[] SPACES = {0, 2, 3};

  @TempDir Path folder;
  private final Random random = new Random(SEED);
  private final List<TreeMap<EntryKey, Entry>> model = new ArrayList<>();
  private Started started;
  private StorageEngine storage;
  private StoredTable table;

  @BeforeEach
  void fill() {
    System.out.println("RangeTest -Dstillpoint.seed=" + SEED);
    started = Started.serving(Settings.file("t", folder.resolve("t.db")));
    storage = started.storage();
    table = started.table("a");
    for (int space : SPACES) {
      TreeMap<EntryKey, Entry> entries = new TreeMap<>();
      for (int i = 0; i < 300; i++) {
        EntryKey key = new EntryKey(part(1), part(0));
        entries.put(key, new Entry(key, WriteId.fresh(), Started.value(key, random.nextInt(2000))));
      }
      storage.load(table.at(), space, List.copyOf(entries.values()), in(30));
      model.add(entries);
    }
  }

  @AfterEach
  void close() {
    started.close();
  }

  /** Few bytes of few kinds, so that prefixes, zeros and 0xFF meet often. */
  private Bytes part(int least) {
    byte[] bytes = new byte[least + random.nextInt(4)];
    byte[] alphabet = {0, 1, 'a', (byte) 0xFE, (byte) 0xFF};
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = alphabet[random.nextInt(alphabet.length)];
    }
    return Bytes.wrap(bytes);
  }

  @Test
  void partitions_in_both_directions() {
    for (int i = 0; i < 300; i++) {
      int which = random.nextInt(SPACES.length);
      Bytes partition = part(1);
      SortRange sorts = new SortRange(part(0), random.nextBoolean() ? null : part(0));
      boolean backwards = random.nextBoolean();
      List<Entry> expected =
          model.get(which).values().stream()
              .filter(e -> e.key().partition().equals(partition) && sorts.contains(e.key().sort()))
              .collect(Collectors.toCollection(ArrayList::new));
      if (backwards) {
        Collections.reverse(expected);
      }
      check(which, new KeyRange.OfPartition(partition, sorts, backwards), expected);
    }
  }

  @Test
  void the_whole_space_from_any_key() {
    for (int i = 0; i < 100; i++) {
      int which = random.nextInt(SPACES.length);
      EntryKey from = random.nextInt(5) == 0 ? null : new EntryKey(part(1), part(0));
      List<Entry> expected =
          from == null
              ? List.copyOf(model.get(which).values())
              : List.copyOf(model.get(which).tailMap(from, true).values());
      check(which, new KeyRange.OfSpace(from, null), expected);
    }
  }

  @Test
  void segments_split_a_space() {
    for (int total : new int[] {1, 2, 3, 7, 1000}) {
      List<Entry> all = new ArrayList<>();
      for (int number = 0; number < total; number++) {
        KeyRange.Segment segment = new KeyRange.Segment(number, total);
        Page page = page(0, new KeyRange.OfSpace(null, segment), 10_000, 1L << 40, Fetch.VALUES);
        page.entries()
            .forEach(e -> assertTrue(segment.contains(KeyCodec.segmentHash(e.key().partition()))));
        all.addAll(page.entries());
      }
      assertEquals(
          List.copyOf(model.get(0).values()),
          all.stream().sorted((a, b) -> a.key().compareTo(b.key())).toList());
    }
  }

  @Test
  void pages_of_bytes_hold_at_least_one_entry() {
    KeyRange all = new KeyRange.OfSpace(null, null);
    Page one = page(0, all, 1000, 1, Fetch.VALUES);
    assertEquals(1, one.entries().size());
    assertTrue(one.more());
    Page some = page(0, all, 1000, 5000, Fetch.VALUES);
    long bytes = 0;
    for (Entry entry : some.entries().subList(0, some.entries().size() - 1)) {
      bytes += size(entry);
    }
    assertTrue(bytes < 5000);
    assertTrue(bytes + size(some.entries().get(some.entries().size() - 1)) >= 5000);
  }

  private static long size(Entry entry) {
    return (long) entry.key().partition().length()
        + entry.key().sort().length()
        + entry.value().length();
  }

  private void check(int which, KeyRange range, List<Entry> expected) {
    Page whole = page(which, range, 100_000, 1L << 40, Fetch.VALUES);
    assertEquals(expected, whole.entries());
    assertEquals(false, whole.more());
    int limit = 1 + random.nextInt(expected.size() + 2);
    Page part = page(which, range, limit, 1L << 40, Fetch.VALUES);
    assertEquals(expected.subList(0, Math.min(limit, expected.size())), part.entries());
    assertEquals(expected.size() > limit, part.more());
    Page keys = page(which, range, 100_000, 1L << 40, Fetch.KEYS);
    assertEquals(
        expected.stream().map(e -> new Entry(e.key(), e.writeId(), Bytes.EMPTY)).toList(),
        keys.entries());
    Page headers = page(which, range, 100_000, 1L << 40, Fetch.HEADERS);
    assertEquals(
        expected.stream()
            .map(e -> new Entry(e.key(), e.writeId(), e.value().slice(0, EntryHeader.LENGTH)))
            .toList(),
        headers.entries());
  }

  private Page page(int which, KeyRange range, int maxEntries, long maxBytes, Fetch fetch) {
    return storage.range(
        new RangeRequest(table.at(), SPACES[which], range, maxEntries, maxBytes, fetch, true),
        in(10));
  }
}
