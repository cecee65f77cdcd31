package io.stillpoint.api.table;

/** The table states of the DynamoDB API that Stillpoint's tables pass through. */
public enum TableStatus {
  CREATING,
  ACTIVE,
  UPDATING,
  DELETING
}
