package io.stillpoint.sqlite.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.database.Connection;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Pages of ranges, and counts, each in one read transaction under the fence. */
final class Ranges {
  private final Reads reads;

  Ranges(Reads reads) {
    this.reads = reads;
  }

  Page page(Connection connection, RangeRequest request) throws SQLException {
    return reads.underFence(connection, List.of(request.table()), () -> walk(connection, request));
  }

  private Page walk(Connection connection, RangeRequest request) throws SQLException {
    Relation relation = reads.row(request.table()).relation(request.space());
    Bounds bounds = Bounds.of(relation, request.range());
    PreparedStatement select = connection.prepare(bounds.sql(relation, request.fetch()));
    bounds.bind(select, request.maxEntries() + 1L);
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        if (entries.size() == request.maxEntries() || bytes >= request.maxBytes()) {
          return new Page(entries, true);
        }
        EntryKey key = relation.entryKey(rows.getBytes(1));
        Bytes value = request.fetch() == Fetch.KEYS ? Bytes.EMPTY : Bytes.wrap(Rows.bytes(rows, 3));
        entries.add(new Entry(key, WriteId.of(rows.getBytes(2)), value));
        bytes += (long) key.partition().length() + key.sort().length() + value.length();
      }
    }
    return new Page(entries, false);
  }

  /** Counts a space and adds up the sizes in its values' headers. */
  SpaceSize measure(Connection connection, TableRevision table, int space) throws SQLException {
    return reads.underFence(
        connection, List.of(table), () -> add(connection, reads.row(table).relation(space)));
  }

  private static SpaceSize add(Connection connection, Relation relation) throws SQLException {
    Bounds bounds = Bounds.of(relation, new KeyRange.OfSpace(null, null));
    PreparedStatement select =
        connection.prepare(
            "SELECT substr(h, "
                + (EntryHeader.SIZE_OFFSET + 1)
                + ", 4) FROM "
                + relation.name()
                + bounds.where());
    bounds.bindKeys(select);
    long entries = 0;
    long bytes = 0;
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        entries++;
        byte[] size = Rows.bytes(rows, 1);
        bytes += size.length == 4 ? ByteBuffer.wrap(size).getInt() : 0;
      }
    }
    return new SpaceSize(entries, bytes);
  }

  /** A range of column k. */
  private static final class Bounds {
    /** Inclusive. */
    private final byte[] from;

    /** Exclusive, or null. */
    private final byte[] to;

    private final boolean backwards;

    /** Or null. */
    private final KeyRange.Segment segment;

    private Bounds(byte[] from, byte[] to, boolean backwards, KeyRange.Segment segment) {
      this.from = from;
      this.to = to;
      this.backwards = backwards;
      this.segment = segment;
    }

    static Bounds of(Relation relation, KeyRange range) {
      if (range instanceof KeyRange.OfPartition part) {
        Bytes partition = KeyCodec.terminated(part.partition());
        Bytes to =
            part.sorts().to() == null ? partition.prefixEnd() : partition.concat(part.sorts().to());
        return new Bounds(
            relation.prefixed(partition.concat(part.sorts().from())),
            relation.prefixed(to),
            part.backwards(),
            null);
      }
      KeyRange.OfSpace space = (KeyRange.OfSpace) range;
      byte[] from = space.from() == null ? relation.first() : relation.key(space.from());
      return new Bounds(from, relation.end(), false, space.segment());
    }

    String where() {
      StringBuilder where = new StringBuilder(" WHERE k >= ?");
      if (to != null) {
        where.append(" AND k < ?");
      }
      if (segment != null) {
        String hash = "substr(h, " + (EntryHeader.HASH_OFFSET + 1) + ", 4)";
        where.append(" AND ").append(hash).append(" >= ?");
        if (segment.endHash() < 1L << 32) {
          where.append(" AND ").append(hash).append(" < ?");
        }
      }
      return where.toString();
    }

    String sql(Relation relation, Fetch fetch) {
      String columns =
          switch (fetch) {
            case KEYS -> "k, w";
            case HEADERS -> "k, w, h";
            case VALUES -> "k, w, v";
          };
      return "SELECT "
          + columns
          + " FROM "
          + relation.name()
          + where()
          + (backwards ? " ORDER BY k DESC LIMIT ?" : " ORDER BY k LIMIT ?");
    }

    /** Binds the bounds; returns the next parameter's index. */
    int bindKeys(PreparedStatement select) throws SQLException {
      int index = 1;
      select.setBytes(index++, from);
      if (to != null) {
        select.setBytes(index++, to);
      }
      if (segment != null) {
        select.setBytes(index++, hash(segment.firstHash()));
        if (segment.endHash() < 1L << 32) {
          select.setBytes(index++, hash(segment.endHash()));
        }
      }
      return index;
    }

    void bind(PreparedStatement select, long limit) throws SQLException {
      select.setLong(bindKeys(select), limit);
    }

    private static byte[] hash(long unsigned) {
      return ByteBuffer.allocate(4).putInt((int) unsigned).array();
    }
  }
}
