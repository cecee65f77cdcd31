package io.stillpoint.sqlite.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Kept statements after a failure: the driver closes them without saying so. */
class ConnectionTest {
  @Test
  void a_rollback_ends_a_transaction_after_one_that_had_none_to_end() throws SQLException {
    try (Connection connection = Connection.writer(null)) {
      assertFalse(connection.rollback());
      connection.execute("BEGIN");
      assertTrue(connection.rollback());
      connection.execute("BEGIN");
      assertTrue(connection.rollback());
    }
  }

  @Test
  void a_statement_that_was_cut_short_can_be_run_again() throws SQLException {
    try (Connection connection = Connection.writer(null)) {
      String sql =
          "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000)"
              + " SELECT count(*) FROM n";
      connection.whileRunning(() -> false);
      assertThrows(SQLException.class, () -> connection.prepare(sql).executeQuery());
      connection.whileRunning(() -> true);
      try (ResultSet rows = connection.prepare(sql).executeQuery()) {
        assertEquals(100_000, rows.getInt(1));
      }
    }
  }
}
