package io.stillpoint.engine.validation;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;

/**
 * A key value is empty. The one refusal of an item's content that a transaction gives for the whole
 * request and not as the reason of one of its actions (recorded answers of the service).
 */
public final class EmptyKeyException extends ServiceException {
  private static final long serialVersionUID = 1L;

  EmptyKeyException(String message) {
    super(ErrorType.VALIDATION, message);
  }
}
