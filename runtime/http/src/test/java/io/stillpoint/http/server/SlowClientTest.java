package io.stillpoint.http.server;

import static io.stillpoint.http.server.RawClient.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.server.RawClient.Answer;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clients that keep a connection busy without getting on are cut off. */
class SlowClientTest extends ServerTest {
  /** Sends a byte every 20 ms until the server has enough of it; false after 10 s. */
  private boolean dripsUntilCutOff(RawClient client, char drop) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < 500; i++) {
      try {
        client.send(String.valueOf(drop));
        if (client.socket().getInputStream().available() > 0) {
          return true;
        }
      } catch (IOException e) {
        return true;
      }
      assertTrue(!never.await(20, TimeUnit.MILLISECONDS));
    }
    return false;
  }

  @Test
  void aDrippingHeaderIsCutOff() throws Exception {
    start("headerTimeoutMillis", 200);
    RawClient client = connect();
    client.send("POST / HTTP/1.1\r\nX: ");
    assertTrue(dripsUntilCutOff(client, 'x'));
    Answer answer = client.read();
    assertEquals(408, answer.status());
    assertEquals("close", answer.header("connection"));
  }

  @Test
  void aDrippingSecondHeaderIsCutOff() throws Exception {
    start("headerTimeoutMillis", 200);
    RawClient client = connect();
    assertEquals(200, client.ask(post("Echo", "{}")).status());
    client.send("POST / HTTP/1.1\r\nX: ");
    assertTrue(dripsUntilCutOff(client, 'x'));
    assertEquals(408, client.read().status());
  }

  @Test
  void aDrippingBodyIsCutOff() throws Exception {
    start("bodyTimeoutMillis", 200);
    RawClient client = connect();
    String request = post("Wait", "x".repeat(5000));
    client.send(request.substring(0, request.length() - 5000));
    assertTrue(dripsUntilCutOff(client, 'x'));
    assertEquals(408, client.read().status());
    assertEquals(0, engine.waiting());
  }

  @Test
  void aConnectionWithoutAnyByteIsClosed() throws Exception {
    start("headerTimeoutMillis", 200);
    assertTrue(connect().isClosedByServer());
  }

  @Test
  void anIdleConnectionIsClosedAndABusyOneIsNot() throws Exception {
    start("idleTimeoutMillis", 300);
    RawClient busy = connect();
    busy.send(post("Wait", "{}"));
    TestEngine.Pending pending = engine.next();
    RawClient idle = connect();
    assertEquals(200, idle.ask(post("Echo", "{}")).status());
    long began = System.nanoTime();
    assertTrue(idle.isClosedByServer());
    assertTrue(System.nanoTime() - began > TimeUnit.MILLISECONDS.toNanos(200), "closed too early");
    pending.answer("{}");
    assertEquals(200, busy.read().status());
  }

  @Test
  void aClientThatDoesNotTakeItsAnswerIsCutOff() throws Exception {
    start("writeTimeoutMillis", 300);
    RawClient client = new RawClient(server().address(), 4096);
    client.send(post("Big", "16000000"));
    await("the answer to begin", () -> server().queuedBytes() > 0);
    await("the connection to be cut off", () -> server().connections() == 0);
    assertEquals(0, server().queuedBytes());
    try {
      client.socket().getInputStream().readAllBytes();
    } catch (SocketException e) {
      assertTrue(e.getMessage().contains("reset"), e.getMessage());
    }
    client.close();
  }

  @Test
  void changedTimesApplyToOpenConnections() throws Exception {
    start();
    RawClient client = connect();
    assertEquals(200, client.ask(post("Echo", "{}")).status());
    server().apply(settings("idleTimeoutMillis", 100));
    assertTrue(client.isClosedByServer());
  }
}
