package io.stillpoint.http.server;

import static io.stillpoint.http.server.RawClient.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.server.RawClient.Answer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The server ends in order: what has begun is finished, nothing begins, no thread stays. */
class StopTest extends ServerTest {
  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(n -> n.startsWith(HttpServer.THREAD_NAME) || n.contains("globalEventExecutor"))
        .toList();
  }

  @Test
  void requestsInFlightFinishAndSayClose() throws Exception {
    URI address = start().address();
    RawClient busy = connect();
    busy.send(post("Wait", "{}") + post("Wait", "{}"));
    TestEngine.Pending one = engine.next();
    TestEngine.Pending two = engine.next();
    RawClient idle = connect();
    assertEquals(200, idle.ask(post("Echo", "{}")).status());
    Thread stop = new Thread(server()::close);
    stop.start();
    assertTrue(idle.isClosedByServer());
    await("the listener to close", () -> !accepts(address));
    assertTrue(stop.isAlive());
    // What arrives now does not begin.
    busy.send(post("Wait", "{}"));
    one.answer("{\"n\":1}");
    assertEquals("keep-alive", busy.read().header("connection"));
    two.answer("{\"n\":2}");
    Answer last = busy.read();
    assertEquals("{\"n\":2}", last.text());
    assertEquals("close", last.header("connection"));
    assertTrue(busy.isClosedByServer());
    stop.join(10_000);
    assertFalse(stop.isAlive());
    assertEquals(0, engine.waiting());
    assertEquals(List.of(), threads());
  }

  @Test
  void aRequestThatDoesNotFinishIsCutOff() throws Exception {
    start("stopTimeoutMillis", 200);
    RawClient busy = connect();
    busy.send(post("Wait", "{}"));
    TestEngine.Pending pending = engine.next();
    RawClient slow = connect();
    slow.send("POST / HTTP/1.1\r\nHost: loc");
    long began = System.nanoTime();
    server().close();
    assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(5), "took too long");
    assertTrue(busy.isClosedByServer());
    assertTrue(slow.isClosedByServer());
    assertEquals(List.of(), threads());
    // Too late, and harmless.
    pending.answer("{}");
  }

  @Test
  void aBodyThatIsArrivingIsFinished() throws Exception {
    start();
    RawClient client = connect();
    String request = post("Echo", "{\"a\":1}");
    client.send(request.substring(0, request.length() - 2));
    await("the header to be read", () -> server().queuedRequests() == 1);
    Thread stop = new Thread(server()::close);
    stop.start();
    URI address = server().address();
    await("the listener to close", () -> !accepts(address));
    client.send(request.substring(request.length() - 2));
    Answer answer = client.read();
    assertEquals("{\"a\":1}", answer.text());
    assertEquals("close", answer.header("connection"));
    stop.join(10_000);
    assertFalse(stop.isAlive());
  }

  private static boolean accepts(URI address) {
    try (RawClient probe = new RawClient(address)) {
      return probe.socket().isConnected();
    } catch (java.io.IOException e) {
      return false;
    }
  }

  @Test
  void aPortInUseIsOneSentenceAndLeavesNothing() throws Exception {
    start();
    int port = server().address().getPort();
    BindException refused =
        assertThrows(
            BindException.class, () -> new HttpServer(settings("port", port), () -> engine));
    assertEquals(
        "Port " + port + " on 127.0.0.1 is in use. Choose another with --port.",
        refused.getMessage());
    server().close();
    assertEquals(List.of(), threads());
  }
}
