package io.stillpoint.engine.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the engine's control plane did and does, since the engine started.
 *
 * @param state {@code IDLE} or {@code WORKING}
 * @param passes how often it has looked at everything
 * @param lastPass when the last look began
 * @param lastPassTook how long the last whole one took
 * @param nextWake when it will look by itself; empty if only a wake leads to the next look
 * @param wakes how often it was woken, by reason
 * @param operations creations and deletions under way
 * @param builds indexes that are being filled
 * @param problem empty, or why the operations cannot be listed
 */
public record PollerStatus(
    String state,
    long passes,
    Optional<Instant> lastPass,
    Duration lastPassTook,
    Optional<Instant> nextWake,
    Map<String, Long> wakes,
    List<Operation> operations,
    List<Build> builds,
    String problem) {
  public PollerStatus {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(lastPass, "lastPass");
    Objects.requireNonNull(lastPassTook, "lastPassTook");
    Objects.requireNonNull(nextWake, "nextWake");
    Objects.requireNonNull(problem, "problem");
    wakes = Map.copyOf(wakes);
    operations = List.copyOf(operations);
    builds = List.copyOf(builds);
  }

  /**
   * A creation or deletion that has begun and not ended.
   *
   * @param name {@code CreateTable} or {@code DeleteTable}
   * @param due when it may end; empty if nothing but its steps is waited for
   */
  public record Operation(
      String name, String account, String table, String instance, Optional<Instant> due) {
    public Operation {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(account, "account");
      Objects.requireNonNull(table, "table");
      Objects.requireNonNull(instance, "instance");
      Objects.requireNonNull(due, "due");
    }
  }

  /**
   * An index that is being filled.
   *
   * @param table the table's name; its id until the first page
   * @param index the index's name; empty until the first page
   * @param items how many items were looked at since the engine started
   * @param state {@code FILLING}, {@code WAITING} after a failure, or {@code ENDING}
   * @param problem empty, or why it waits
   */
  public record Build(
      String instance, String table, String index, long items, String state, String problem) {
    public Build {
      Objects.requireNonNull(instance, "instance");
      Objects.requireNonNull(table, "table");
      Objects.requireNonNull(index, "index");
      Objects.requireNonNull(state, "state");
      Objects.requireNonNull(problem, "problem");
    }
  }
}
