package io.stillpoint.api.item;

/** A number outside DynamoDB's precision or magnitude. Nothing was stored. */
public final class NumberRangeException extends ArithmeticException {
  private static final long serialVersionUID = 1L;

  /** Which bound the number broke. */
  public enum Reason {
    /** More than 38 significant digits. */
    PRECISION,
    /** Magnitude of 1E126 or more. */
    OVERFLOW,
    /** Not zero, and of a magnitude below 1E-130. */
    UNDERFLOW
  }

  private final Reason reason;

  public NumberRangeException(Reason reason) {
    super("number out of range: " + reason);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
