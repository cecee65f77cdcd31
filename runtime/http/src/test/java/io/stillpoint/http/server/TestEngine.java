package io.stillpoint.http.server;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.engine.request.Request;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.engine.request.Response;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An engine for tests: operation Echo answers the body at once, Big a body of as many bytes as the
 * request says, and every other operation waits for the test to answer it.
 */
final class TestEngine implements RequestHandler {
  /** A request that waits for the test's answer. */
  record Pending(Request request, Consumer<Response> reply) {
    void answer(String json) {
      reply.accept(new Response(200, Bytes.utf8(json)));
    }
  }

  private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();

  @Override
  public void handle(Request request, Consumer<Response> reply) {
    switch (request.operation()) {
      case "Echo" -> reply.accept(new Response(200, request.body()));
      case "Big" -> {
        byte[] body = new byte[Integer.parseInt(request.body().utf8())];
        reply.accept(new Response(200, Bytes.wrap(body)));
      }
      case "Throw" -> throw new IllegalStateException("planted");
      case "Fail" -> throw new LinkageError("planted");
      case "Null" -> reply.accept(null);
      case "Twice" -> {
        reply.accept(new Response(200, Bytes.utf8("{\"n\":1}")));
        reply.accept(new Response(200, Bytes.utf8("{\"n\":2}")));
      }
      default -> pending.add(new Pending(request, reply));
    }
  }

  /** The next request that waits, in the order of arrival. */
  Pending next() throws InterruptedException {
    Pending next = pending.poll(10, TimeUnit.SECONDS);
    assertNotNull(next, "no request reached the engine within 10 s");
    return next;
  }

  int waiting() {
    return pending.size();
  }
}
