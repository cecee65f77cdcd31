package io.stillpoint.http.config;

/**
 * What clients are granted. Times are in milliseconds, sizes in bytes; {@link HttpConfiguration}
 * says what each bounds.
 */
public record Limits(
    int maxBodyBytes,
    int maxConnections,
    int maxPipelinedRequests,
    int maxQueuedRequests,
    long maxQueuedBytes,
    int headerTimeoutMillis,
    int bodyTimeoutMillis,
    int idleTimeoutMillis,
    int writeTimeoutMillis,
    int replyTimeoutMillis,
    int stopTimeoutMillis) {

  /** The shortest of the times that the sweep of connections enforces. */
  public int shortestTimeoutMillis() {
    int reading = Math.min(headerTimeoutMillis, bodyTimeoutMillis);
    int answering = Math.min(writeTimeoutMillis, replyTimeoutMillis);
    return Math.min(idleTimeoutMillis, Math.min(reading, answering));
  }
}
