package io.stillpoint.engine.error;

/**
 * The errors of the DynamoDB API ("Error handling" in the Amazon DynamoDB Developer Guide), each
 * with its HTTP status and the {@code __type} that SDKs map to an exception class.
 */
public enum ErrorType {
  VALIDATION(400, "com.amazon.coral.validate#ValidationException"),
  SERIALIZATION(400, "com.amazon.coral.service#SerializationException"),
  UNKNOWN_OPERATION(400, "com.amazon.coral.service#UnknownOperationException"),
  RESOURCE_NOT_FOUND(400, "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"),
  TABLE_NOT_FOUND(400, "com.amazonaws.dynamodb.v20120810#TableNotFoundException"),
  RESOURCE_IN_USE(400, "com.amazonaws.dynamodb.v20120810#ResourceInUseException"),
  LIMIT_EXCEEDED(400, "com.amazonaws.dynamodb.v20120810#LimitExceededException"),
  CONDITIONAL_CHECK_FAILED(400, "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"),
  ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED(
      400, "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException"),
  TRANSACTION_CANCELED(400, "com.amazonaws.dynamodb.v20120810#TransactionCanceledException"),
  TRANSACTION_CONFLICT(400, "com.amazonaws.dynamodb.v20120810#TransactionConflictException"),
  TRANSACTION_IN_PROGRESS(400, "com.amazonaws.dynamodb.v20120810#TransactionInProgressException"),
  IDEMPOTENT_PARAMETER_MISMATCH(
      400, "com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException"),
  /** The outcome is not known, or a defect of ours. */
  INTERNAL_SERVER_ERROR(500, "com.amazonaws.dynamodb.v20120810#InternalServerError"),
  /** Surely not applied: overload, a backend that is away, a lost race that had no more time. */
  SERVICE_UNAVAILABLE(503, "com.amazonaws.dynamodb.v20120810#ServiceUnavailable");

  private final int status;
  private final String wireName;

  ErrorType(int status, String wireName) {
    this.status = status;
    this.wireName = wireName;
  }

  public int status() {
    return status;
  }

  /** The value of {@code __type} in the error's body. */
  public String wireName() {
    return wireName;
  }
}
