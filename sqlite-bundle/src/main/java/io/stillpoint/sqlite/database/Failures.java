package io.stillpoint.sqlite.database;

import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * What an error of SQLite means, told by its result code, never by its text (SQLite documentation,
 * "Result and Error Codes").
 */
public final class Failures {
  private static final int PRIMARY = 0xFF;

  private Failures() {}

  /** The primary result code; 1 (SQLITE_ERROR) if it is no error of SQLite's. */
  public static int code(SQLException e) {
    if (e instanceof SQLiteException sqlite) {
      return sqlite.getResultCode().code & PRIMARY;
    }
    return e.getErrorCode() == 0 ? SQLiteErrorCode.SQLITE_ERROR.code : e.getErrorCode() & PRIMARY;
  }

  private static boolean is(SQLException e, SQLiteErrorCode code) {
    return code(e) == code.code;
  }

  /** A call that abort or a deadline cut short. */
  public static boolean isInterrupt(SQLException e) {
    return is(e, SQLiteErrorCode.SQLITE_INTERRUPT);
  }

  /**
   * Whether the database must be closed and opened again before it is trusted: what a failed write
   * or sync left behind is not known to this process (OPS-9).
   */
  public static boolean closesDatabase(SQLException e) {
    return is(e, SQLiteErrorCode.SQLITE_IOERR)
        || is(e, SQLiteErrorCode.SQLITE_FULL)
        || is(e, SQLiteErrorCode.SQLITE_READONLY)
        || is(e, SQLiteErrorCode.SQLITE_CANTOPEN)
        || isDamage(e);
  }

  /**
   * Whether SQLite may have answered it by rolling back the whole transaction (SQLite
   * documentation, "Response To Errors Within A Transaction").
   */
  public static boolean endsTransaction(SQLException e) {
    return closesDatabase(e)
        || isInterrupt(e)
        || is(e, SQLiteErrorCode.SQLITE_NOMEM)
        || is(e, SQLiteErrorCode.SQLITE_BUSY);
  }

  /** A file that is no database, or a damaged one. */
  public static boolean isDamage(SQLException e) {
    return is(e, SQLiteErrorCode.SQLITE_CORRUPT) || is(e, SQLiteErrorCode.SQLITE_NOTADB);
  }

  /**
   * Whether a COMMIT that ended so can have left a commit mark in the log: only then can the
   * transaction appear after a restart. A full disk cannot, since the mark is written last.
   */
  public static boolean leavesCommitUnknown(SQLException e) {
    return !is(e, SQLiteErrorCode.SQLITE_FULL)
        && !is(e, SQLiteErrorCode.SQLITE_BUSY)
        && !is(e, SQLiteErrorCode.SQLITE_READONLY);
  }

  /** The sentence for people: what happened, and what to do. */
  public static String sentence(SQLException e, Path database) {
    if (is(e, SQLiteErrorCode.SQLITE_FULL)) {
      return "The disk of " + database + " is full: free space there; serving resumes by itself.";
    }
    if (is(e, SQLiteErrorCode.SQLITE_READONLY)) {
      return database + " cannot be written: check its mode and whether its disk is read-only.";
    }
    if (isDamage(e)) {
      return database + " is damaged or is no SQLite database: restore it from a copy.";
    }
    if (is(e, SQLiteErrorCode.SQLITE_CANTOPEN)) {
      return database + " cannot be opened: check the folder's owner and mode.";
    }
    if (is(e, SQLiteErrorCode.SQLITE_IOERR)) {
      return "The disk of " + database + " failed (" + e.getMessage() + "): check it and its log.";
    }
    return "SQLite refused a call on " + database + ": " + e.getMessage();
  }
}
