package io.stillpoint.engine.transaction;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.write.ConditionFailedException;
import java.util.List;
import java.util.stream.Collectors;

/** A transaction was not applied, for reasons that its actions have in order. */
public final class TransactionCanceledException extends ServiceException {
  private static final long serialVersionUID = 1L;

  private final transient List<Reason> reasons;

  /**
   * Why one action kept the transaction from being applied (DynamoDB API, CancellationReason).
   *
   * @param code None, ConditionalCheckFailed, ValidationError, TransactionConflict…
   * @param message null with code None
   * @param item the item that a condition failed on, if the request asked for it, else null
   */
  record Reason(String code, String message, StoredItem item) {
    static final Reason NONE = new Reason("None", null, null);
    static final Reason CONFLICT =
        new Reason("TransactionConflict", "Transaction is ongoing for the item", null);

    /** The reason that an action's refusal is; none for null. */
    static Reason of(ServiceException refusal) {
      if (refusal == null) {
        return NONE;
      }
      if (refusal instanceof ConditionFailedException condition) {
        return new Reason("ConditionalCheckFailed", refusal.getMessage(), condition.shown());
      }
      return new Reason(
          refusal.type() == ErrorType.VALIDATION ? "ValidationError" : refusal.type().name(),
          refusal.getMessage(),
          null);
    }
  }

  TransactionCanceledException(List<Reason> reasons) {
    super(
        ErrorType.TRANSACTION_CANCELED,
        "Transaction cancelled, please refer cancellation reasons for specific reasons "
            + reasons.stream().map(Reason::code).collect(Collectors.joining(", ", "[", "]")));
    this.reasons = List.copyOf(reasons);
  }

  /** Writes CancellationReasons' array. */
  public void writeReasons(JsonWriter out) {
    out.array();
    for (Reason reason : reasons) {
      out.object().member("Code", reason.code());
      if (reason.item() != null) {
        out.name("Item").raw(reason.item().json());
      }
      out.member("Message", reason.message()).endObject();
    }
    out.endArray();
  }
}
