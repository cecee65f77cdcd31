package io.stillpoint.engine.write;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.item.StoredItem;

/** A condition expression did not hold. Nothing was written. */
public final class ConditionFailedException extends ServiceException {
  private static final long serialVersionUID = 1L;

  private final transient StoredItem shown;

  /**
   * @param shown the item to return (ReturnValuesOnConditionCheckFailure=ALL_OLD); null for none
   */
  public ConditionFailedException(StoredItem shown) {
    super(ErrorType.CONDITIONAL_CHECK_FAILED, "The conditional request failed");
    this.shown = shown;
  }

  /** The item that the client asked to see, or null. */
  public StoredItem shown() {
    return shown;
  }
}
