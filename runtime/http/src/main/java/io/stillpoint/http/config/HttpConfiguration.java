package io.stillpoint.http.config;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * The keys of the configuration {@value Settings#PID}, with their defaults, for Metatype tools.
 * {@link Settings} reads them and states what it refuses.
 */
@ObjectClassDefinition(
    id = Settings.PID,
    name = "Stillpoint HTTP endpoint",
    description = "Where the DynamoDB API listens, and what it grants its clients.")
public @interface HttpConfiguration {
  @AttributeDefinition(
      description =
          "Loopback address to listen on: 127.0.0.1, another 127.x.y.z, ::1 or localhost. The"
              + " framework property stillpoint.http.host goes before it.")
  String host() default "127.0.0.1";

  @AttributeDefinition(
      description =
          "TCP port, 1 to 65535, or 0 for any free port. The framework property"
              + " stillpoint.http.port (--port) goes before it.")
  int port() default 8000;

  @AttributeDefinition(
      description =
          "Further names that a Host header may carry, separated by commas, without port. Known"
              + " without being listed: localhost, 127.0.0.1, ::1 and the address it listens on.")
  String hosts() default "";

  @AttributeDefinition(description = "Region that the health answer to GET / names.")
  String region() default "us-east-1";

  @AttributeDefinition(description = "Event loop threads, 1 to 256, or 0 for one per processor.")
  int threads() default 0;

  @AttributeDefinition(description = "Largest request body, in bytes; DynamoDB's is 16777216.")
  int maxBodyBytes() default 16 * 1024 * 1024;

  @AttributeDefinition(description = "Open connections; one more is answered 503 and closed.")
  int maxConnections() default 4096;

  @AttributeDefinition(
      description = "Unanswered requests of one connection; beyond it nothing is read from it.")
  int maxPipelinedRequests() default 64;

  @AttributeDefinition(
      description = "Unanswered requests of all connections; one more is answered 503.")
  int maxQueuedRequests() default 10_000;

  @AttributeDefinition(
      description =
          "Bytes of request bodies received and answers not yet sent, of all connections; a"
              + " request that needs more is answered 503. 0 stands for a quarter of the heap, 128 MB"
              + " at most.")
  long maxQueuedBytes() default 0;

  @AttributeDefinition(
      description = "Milliseconds from a request's first byte to the end of its header.")
  int headerTimeoutMillis() default 10_000;

  @AttributeDefinition(
      description = "Milliseconds from the end of a request's header to the end of its body.")
  int bodyTimeoutMillis() default 30_000;

  @AttributeDefinition(
      description = "Milliseconds that a connection may stay open without a request.")
  int idleTimeoutMillis() default 120_000;

  @AttributeDefinition(
      description = "Milliseconds that a client may take to receive one answer whole.")
  int writeTimeoutMillis() default 30_000;

  @AttributeDefinition(
      description =
          "Milliseconds that the engine may take to answer; then the client gets a 500, since the"
              + " outcome is not known.")
  int replyTimeoutMillis() default 60_000;

  @AttributeDefinition(
      description =
          "Milliseconds that requests in flight may take to finish when the server stops.")
  int stopTimeoutMillis() default 5_000;
}
