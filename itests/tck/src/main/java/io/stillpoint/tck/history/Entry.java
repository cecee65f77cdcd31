package io.stillpoint.tck.history;

/**
 * One operation of a history.
 *
 * @param process the client process, unique in a merged history
 * @param number the operation's number in that process, from 1
 * @param thread the client thread's number
 * @param operation what was asked
 * @param invoked {@link System#nanoTime} just before it was sent
 * @param returned {@link System#nanoTime} just after the outcome was known
 * @param outcome what was told
 */
public record Entry(
    String process,
    long number,
    long thread,
    Operation operation,
    long invoked,
    long returned,
    Outcome outcome) {
  public Entry {
    if (returned < invoked) {
      throw new IllegalArgumentException(
          "Operation " + process + "#" + number + " ends before it begins");
    }
  }

  /** How the operation is named in findings: {@code process#number}. */
  public String name() {
    return process + "#" + number;
  }
}
