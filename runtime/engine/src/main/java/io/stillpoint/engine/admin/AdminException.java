package io.stillpoint.engine.admin;

import java.util.Objects;

/**
 * An operator's question that cannot be answered. The message is one sentence for the operator: it
 * names the table or instance and says what to do. Carries no stack trace: it is an answer, not a
 * defect.
 */
public final class AdminException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AdminException(String message) {
    super(Objects.requireNonNull(message, "message"), null, false, false);
  }
}
