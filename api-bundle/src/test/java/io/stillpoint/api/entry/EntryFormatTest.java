package io.stillpoint.api.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.item.ItemSize;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.Throughput;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The vectors of docs/format.md: a change here is a new format. */
@Tag("RT-12")
class EntryFormatTest {
  private static final KeyAttribute ARTIST = new KeyAttribute("Artist", AttributeValue.Type.S);
  private static final KeyAttribute YEAR = new KeyAttribute("Year", AttributeValue.Type.N);
  private static final KeySchema TABLE = new KeySchema(ARTIST, YEAR);
  private static final IndexDefinition BY_YEAR =
      new IndexDefinition(
          "ByYear",
          IndexDefinition.Kind.GLOBAL,
          Spaces.FIRST_INDEX,
          new KeySchema(YEAR, ARTIST),
          new Projection(Projection.Type.ALL, List.of()),
          IndexStatus.ACTIVE,
          false,
          Throughput.NONE);
  private static final Map<String, AttributeValue> ITEM =
      Map.of("Artist", AttributeValue.s("a\u0000b"), "Year", AttributeValue.n(1979));

  private final EntryKey key = ItemEntry.key(TABLE, ITEM);
  private final Bytes json = CanonicalJson.encode(ITEM);
  private final int size = Math.toIntExact(ItemSize.of(ITEM));

  @Test
  void anItemsKeyAndValue() {
    assertEquals("610062", key.partition().hex());
    assertEquals("0385" + "1450", key.sort().hex());
    assertEquals("6100ff6200000385" + "1450", key.joined().hex());
    Bytes value = ItemEntry.value(key, size, json);
    assertEquals("01" + "00000010" + "59b271ae", value.slice(0, 9).hex());
    assertEquals(json, ItemEntry.jsonBytes(value));
    assertEquals(
        new EntryHeader(1, size, KeyCodec.segmentHash(key.partition())), EntryHeader.read(value));
  }

  @Test
  void anIndexEntrysKeyAndValue() {
    EntryKey indexKey = IndexEntry.key(BY_YEAR, key, ITEM);
    assertEquals("03851450", indexKey.partition().hex());
    assertEquals("6100ff620000" + KeyCodec.digest(key).hex(), indexKey.sort().hex());
    assertEquals("36ee7e1500e5592e8e11e9c3d98327ba", KeyCodec.digest(key).hex());
    IndexEntry entry = new IndexEntry(key, new WriteId(1, 2), json);
    Bytes value = entry.value(indexKey, size);
    assertEquals(entry, IndexEntry.read(value));
    assertEquals(
        "01"
            + "00000010"
            + "1e08aaf2"
            + "00000000000000010000000000000002"
            + "0003610062"
            + "0004"
            + "03851450",
        value.slice(0, 36).hex());
  }

  @Test
  void whatIsNoEntryIsRefused() {
    Bytes whole = new IndexEntry(key, new WriteId(1, 2), json).value(key, size);
    assertThrows(IllegalArgumentException.class, () -> IndexEntry.read(whole.slice(0, 27)));
    assertThrows(IllegalArgumentException.class, () -> EntryHeader.read(Bytes.EMPTY));
    assertThrows(
        IllegalArgumentException.class,
        () -> EntryHeader.read(Bytes.wrap(new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 0})));
  }
}
