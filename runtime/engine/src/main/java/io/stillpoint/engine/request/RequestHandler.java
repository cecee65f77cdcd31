package io.stillpoint.engine.request;

import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Answers DynamoDB requests. The engine registers one as an OSGi service; whatever carries requests
 * to it (HTTP, tests) knows nothing of operations, tables or backends.
 */
@ProviderType
public interface RequestHandler {
  /**
   * Takes a request and returns soon: parsing happens on the calling thread, anything that waits
   * for a database on the engine's own bounded pools. Every fault, overload included, is a {@link
   * Response} with the service's error; this method throws nothing.
   *
   * @param reply called exactly once, on any thread, perhaps before this method returns; it must
   *     not block and must not throw
   */
  void handle(Request request, Consumer<Response> reply);
}
