package io.stillpoint.sqlite.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.database.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Entries to and from rows. */
public final class Rows {
  private static final byte[] NONE = new byte[0];

  private Rows() {}

  /** A blob; the driver gives null for an empty one. */
  public static byte[] bytes(ResultSet rows, int column) throws SQLException {
    byte[] bytes = rows.getBytes(column);
    return bytes == null ? NONE : bytes;
  }

  private static byte[] header(Bytes value) {
    return Arrays.copyOf(value.array(), Math.min(value.length(), EntryHeader.LENGTH));
  }

  static void put(
      Connection connection, Relation relation, EntryKey key, WriteId writeId, Bytes value)
      throws SQLException {
    PreparedStatement put = connection.prepare(relation.put());
    put.setBytes(1, relation.key(key));
    put.setBytes(2, writeId.bytes().array());
    put.setBytes(3, header(value));
    put.setBytes(4, value.array());
    put.executeUpdate();
  }
}
