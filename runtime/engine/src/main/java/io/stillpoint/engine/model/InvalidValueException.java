package io.stillpoint.engine.model;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;

/**
 * An attribute value that the service refuses. Some parameters put words around the message, but
 * not around every message.
 */
final class InvalidValueException extends ServiceException {
  private static final long serialVersionUID = 1L;

  private final boolean bare;

  private InvalidValueException(String message, boolean bare) {
    super(ErrorType.VALIDATION, message);
    this.bare = bare;
  }

  InvalidValueException(String message) {
    this(message, false);
  }

  /** One whose message stands alone wherever the value was. */
  static InvalidValueException bare(String message) {
    return new InvalidValueException(message, true);
  }

  ServiceException wrapped(String before, String after) {
    return bare ? this : ServiceException.validation(before + getMessage() + after);
  }
}
