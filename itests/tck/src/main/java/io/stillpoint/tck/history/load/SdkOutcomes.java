package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.check.TableModel;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What an SDK exception says about whether the operation took effect. */
final class SdkOutcomes {
  private static final String CONDITION = "ConditionalCheckFailed";

  /** Refusals of status 400 that say 'not now', not 'never'. */
  private static final Set<String> NOT_NOW =
      Set.of(
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ThrottlingException",
          "TransactionConflictException");

  private SdkOutcomes() {}

  /**
   * @throws SdkException the same, where it tells of a mistake in the test, such as a validation
   *     error
   */
  static Outcome of(TableModel table, SdkException e) {
    if (e instanceof ConditionalCheckFailedException refused) {
      return Outcome.Refused.seeing(SdkItems.image(table, refused.item()));
    }
    if (e instanceof TransactionCanceledException cancelled) {
      return cancelled(table, cancelled);
    }
    if (e instanceof DynamoDbException service) {
      return answered(service);
    }
    if (e instanceof SdkClientException && neverSent(e)) {
      return new Outcome.NotApplied("not sent: " + e.getMessage());
    }
    return new Outcome.Unknown(e.getClass().getSimpleName() + ": " + e.getMessage());
  }

  private static Outcome cancelled(TableModel table, TransactionCanceledException e) {
    List<CancellationReason> reasons = e.cancellationReasons();
    if (reasons.stream().noneMatch(r -> CONDITION.equals(r.code()))) {
      return new Outcome.NotApplied(
          "cancelled: " + reasons.stream().map(CancellationReason::code).toList());
    }
    List<Outcome.Part> parts = new ArrayList<>();
    for (CancellationReason reason : reasons) {
      boolean failed = CONDITION.equals(reason.code());
      parts.add(new Outcome.Part(failed, failed ? SdkItems.image(table, reason.item()) : null));
    }
    return new Outcome.Refused(parts);
  }

  private static Outcome answered(DynamoDbException e) {
    String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
    if (e.statusCode() == 503 || NOT_NOW.contains(code)) {
      return new Outcome.NotApplied(e.statusCode() + " " + code);
    }
    if (e.statusCode() >= 500) {
      return new Outcome.Unknown(e.statusCode() + " " + code);
    }
    throw e;
  }

  /** No connection came about, so nothing was sent. */
  private static boolean neverSent(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      // ConnectTimeoutException of the HTTP client is no ConnectException; its name is stable.
      if (cause instanceof ConnectException
          || cause.getClass().getSimpleName().equals("ConnectTimeoutException")) {
        return true;
      }
    }
    return false;
  }
}
