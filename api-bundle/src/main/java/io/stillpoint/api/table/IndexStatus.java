package io.stillpoint.api.table;

/** The index states of the DynamoDB API. */
public enum IndexStatus {
  CREATING,
  ACTIVE,
  UPDATING,
  DELETING
}
