package io.stillpoint.engine.model;

/** How a table is paid for; Stillpoint keeps and shows it, and limits nothing by it. */
public enum BillingMode {
  PROVISIONED,
  PAY_PER_REQUEST
}
