package io.stillpoint.engine.error;

import java.util.Objects;

/**
 * The service's answer to a request that it refuses or cannot complete, thrown anywhere in the
 * engine and turned into a response in one place.
 *
 * <p>A status of 400 says that the request is at fault, 500 that the outcome is not known, 503 that
 * the request was surely not applied and may be sent again (DDB-12, STORAGE-CONTRACT "Calls").
 * Carries no stack trace: it is an answer, not a defect.
 */
public class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorType type;

  public ServiceException(ErrorType type, String message) {
    super(Objects.requireNonNull(message, "message"), null, false, false);
    this.type = Objects.requireNonNull(type, "type");
  }

  public ErrorType type() {
    return type;
  }

  /** Shorthand for the most common refusal. */
  public static ServiceException validation(String message) {
    return new ServiceException(ErrorType.VALIDATION, message);
  }
}
