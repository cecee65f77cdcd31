package io.stillpoint.sqlite.database;

import java.util.Objects;

/** Why a database cannot be opened, in one sentence for people. */
public final class DatabaseException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean lasting;

  /**
   * @param lasting whether another try is pointless until somebody changes something
   * @param cause may be null
   */
  public DatabaseException(String message, boolean lasting, Throwable cause) {
    super(Objects.requireNonNull(message, "message"), cause);
    this.lasting = lasting;
  }

  public boolean isLasting() {
    return lasting;
  }
}
