package io.stillpoint.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.http.config.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A server for each test, with an engine that the test controls. */
@Timeout(60)
abstract class ServerTest {
  final TestEngine engine = new TestEngine();
  private final List<RawClient> clients = new ArrayList<>();
  private HttpServer server;

  static Settings settings(Object... keysAndValues) throws Exception {
    Map<String, Object> values = new HashMap<>(Map.of("port", 0, "threads", 2));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return Settings.of(values, key -> null);
  }

  HttpServer start(Object... keysAndValues) throws Exception {
    return start(engine, keysAndValues);
  }

  HttpServer start(RequestHandler handler, Object... keysAndValues) throws Exception {
    server = new HttpServer(settings(keysAndValues), () -> handler);
    return server;
  }

  RawClient connect() throws IOException {
    RawClient client = new RawClient(server.address());
    clients.add(client);
    return client;
  }

  HttpServer server() {
    return server;
  }

  /** Waits for what the server does on its own threads. */
  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, () -> "not within 10 s: " + what);
      Thread.onSpinWait();
    }
  }

  /** Whatever happened, nothing stays counted once the connections are gone. */
  @AfterEach
  void nothingIsLeft() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    if (server != null) {
      server.close();
      assertEquals(0, server.connections(), "open connections");
      assertEquals(0, server.queuedRequests(), "queued requests");
      assertEquals(0, server.queuedBytes(), "queued bytes");
    }
  }
}
