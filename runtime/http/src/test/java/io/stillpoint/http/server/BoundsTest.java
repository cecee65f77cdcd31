package io.stillpoint.http.server;

import static io.stillpoint.http.server.RawClient.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.server.RawClient.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every queue is bounded, says so when it is full, and works again when it is not. */
class BoundsTest extends ServerTest {
  private static void isBusy(Answer answer, String what) {
    assertEquals(503, answer.status());
    assertTrue(answer.text().contains("v20120810#ServiceUnavailable\""), answer.text());
    assertTrue(answer.text().contains(what), answer.text());
  }

  @Test
  void requestsOverTheBoundAre503AndTheConnectionGoesOn() throws Exception {
    start("maxQueuedRequests", 2);
    RawClient first = connect();
    RawClient second = connect();
    first.send(post("Wait", "{}"));
    TestEngine.Pending one = engine.next();
    second.send(post("Wait", "{}"));
    TestEngine.Pending two = engine.next();
    RawClient third = connect();
    isBusy(third.ask(post("Wait", "{}")), "2 requests are waiting");
    one.answer("{}");
    assertEquals(200, first.read().status());
    await("a place", () -> server().queuedRequests() == 1);
    assertEquals(200, third.ask(post("Echo", "{}")).status());
    two.answer("{}");
    assertEquals(200, second.read().status());
  }

  @Test
  void bytesOverTheBoundAre503AndGivenBack() throws Exception {
    start("maxQueuedBytes", 10_000);
    RawClient first = connect();
    first.send(post("Wait", "x".repeat(6000)));
    TestEngine.Pending one = engine.next();
    assertEquals(6000, server().queuedBytes());
    RawClient second = connect();
    isBusy(second.ask(post("Wait", "x".repeat(6000))), "10000 bytes");
    assertEquals(200, second.ask(post("Echo", "x".repeat(3000))).status());
    one.answer("{}");
    assertEquals(200, first.read().status());
    await("the bytes to be given back", () -> server().queuedBytes() == 0);
    assertEquals(200, second.ask(post("Echo", "x".repeat(6000))).status());
  }

  @Test
  void anAnnouncedBodyHoldsNothingUntilItArrives() throws Exception {
    start("maxQueuedBytes", 100_000);
    String request = post("Wait", "x".repeat(1_000_000));
    connect().send(request.substring(0, request.indexOf("\r\n\r\n") + 14));
    await("the header to be read", () -> server().queuedRequests() == 1);
    assertTrue(server().queuedBytes() < 10_000, () -> server().queuedBytes() + " bytes");
  }

  @Test
  void connectionsOverTheBoundAreRefused() throws Exception {
    start("maxConnections", 2);
    RawClient one = connect();
    assertEquals(200, one.ask(post("Echo", "{}")).status());
    assertEquals(200, connect().ask(post("Echo", "{}")).status());
    RawClient third = connect();
    isBusy(third.read(), "2 open connections");
    assertTrue(third.isClosedByServer());
    one.close();
    await("a place", () -> server().connections() == 1);
    assertEquals(200, connect().ask(post("Echo", "{}")).status());
  }

  @Test
  void aClientThatDoesNotReadIsNotReadFrom() throws Exception {
    start();
    RawClient client = new RawClient(server().address(), 4096);
    int asked = 60;
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < asked; i++) {
      requests.append(post("Big", "1000000"));
    }
    client.send(requests.toString());
    // Each answer is 1 MB: the socket's buffers hold a few, and then the server must stop asking.
    await("the first answers", () -> server().queuedBytes() > 0);
    assertEquals(200, connect().ask(post("Echo", "{}")).status());
    assertTrue(
        server().queuedBytes() < 10_000_000, () -> server().queuedBytes() + " bytes are queued");
    for (int i = 0; i < asked; i++) {
      assertEquals(200, client.read().status());
    }
    client.close();
  }

  @Test
  void manyConnectionsAtOnceAreAllServed() throws Exception {
    start();
    List<RawClient> many = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      many.add(connect().send(post("Echo", "{\"i\":" + i + "}")));
    }
    for (int i = 0; i < many.size(); i++) {
      assertEquals("{\"i\":" + i + "}", many.get(i).read().text());
    }
  }
}
