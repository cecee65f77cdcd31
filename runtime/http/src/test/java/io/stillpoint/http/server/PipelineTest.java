package io.stillpoint.http.server;

import static io.stillpoint.http.server.RawClient.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.server.RawClient.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many requests on one connection: their order, their number, and how the connection ends. */
@Tag("DDB-9")
class PipelineTest extends ServerTest {
  @Test
  void answersComeInTheOrderOfTheRequestsWhateverTheEnginesOrder() throws Exception {
    long seed = Long.getLong("stillpoint.seed", System.nanoTime());
    System.out.println("PipelineTest: -Dstillpoint.seed=" + seed);
    start();
    RawClient client = connect();
    int count = 40;
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < count; i++) {
      requests.append(post("Wait", "{\"i\":" + i + "}"));
    }
    client.send(requests.toString());
    List<TestEngine.Pending> pending = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pending.add(engine.next());
    }
    Collections.shuffle(pending, new Random(seed));
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      List<TestEngine.Pending> share = pending.subList(t * count / 4, (t + 1) * count / 4);
      threads.add(new Thread(() -> share.forEach(p -> p.answer(p.request().body().utf8()))));
    }
    threads.forEach(Thread::start);
    for (int i = 0; i < count; i++) {
      assertEquals("{\"i\":" + i + "}", client.read().text(), "seed " + seed);
    }
    for (Thread thread : threads) {
      thread.join(10_000);
    }
  }

  @Test
  void aFullPipelineIsNotReadFurtherUntilAnAnswerLeaves() throws Exception {
    start("maxPipelinedRequests", 3);
    RawClient client = connect();
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      requests.append(post("Wait", "{\"i\":" + i + "}"));
    }
    client.send(requests.toString());
    List<TestEngine.Pending> first = List.of(engine.next(), engine.next(), engine.next());
    // The other connection's answer shows that the loop has had its turn since.
    assertEquals(200, connect().ask(post("Echo", "{}")).status());
    assertEquals(0, engine.waiting());
    // The echo is given back a moment after its client has read it.
    await("three to be counted", () -> server().queuedRequests() == 3);
    // Not the oldest: the pipeline stays full.
    first.get(1).answer("{\"i\":1}");
    assertEquals(200, connect().ask(post("Echo", "{}")).status());
    assertEquals(0, engine.waiting());
    first.get(0).answer("{\"i\":0}");
    assertEquals("{\"i\":0}", client.read().text());
    assertEquals("{\"i\":1}", client.read().text());
    first.get(2).answer("{\"i\":2}");
    assertEquals("{\"i\":2}", client.read().text());
    for (int i = 3; i < 10; i++) {
      TestEngine.Pending pending = engine.next();
      pending.answer(pending.request().body().utf8());
      assertEquals("{\"i\":" + i + "}", client.read().text());
    }
  }

  @Test
  void aPipelineOfImmediateAnswersLongerThanTheBoundIsServed() throws Exception {
    start("maxPipelinedRequests", 2);
    RawClient client = connect();
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      requests.append(post("Echo", "{\"i\":" + i + "}"));
    }
    client.send(requests.toString());
    for (int i = 0; i < 500; i++) {
      assertEquals("{\"i\":" + i + "}", client.read().text());
    }
  }

  @Test
  void refusalsKeepTheirPlaceInTheOrder() throws Exception {
    start();
    RawClient client = connect();
    client.send(post("Wait", "{}") + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    TestEngine.Pending pending = engine.next();
    pending.answer("{\"first\":1}");
    assertEquals("{\"first\":1}", client.read().text());
    assertTrue(client.read().text().startsWith("healthy"));
  }

  @Test
  void connectionCloseEndsWithTheAnswer() throws Exception {
    start();
    RawClient client = connect();
    Answer answer = client.ask(post("Echo", "{}", "Connection: close"));
    assertEquals("close", answer.header("connection"));
    assertTrue(client.isClosedByServer());
  }

  @Test
  void http10ClosesUnlessAskedToStay() throws Exception {
    start();
    RawClient one = connect();
    String request = post("Echo", "{}").replace("HTTP/1.1", "HTTP/1.0");
    assertEquals("close", one.ask(request).header("connection"));
    assertTrue(one.isClosedByServer());
    RawClient two = connect();
    String staying = post("Echo", "{}", "Connection: keep-alive").replace("HTTP/1.1", "HTTP/1.0");
    assertEquals("keep-alive", two.ask(staying).header("connection"));
    assertEquals(200, two.ask(request.replace("Host: localhost:8000\r\n", "")).status());
  }

  @Test
  void aClientThatOnlyReadsOnGetsItsAnswers() throws Exception {
    start();
    RawClient client = connect();
    client.send(post("Wait", "{}") + post("Wait", "{}"));
    TestEngine.Pending one = engine.next();
    TestEngine.Pending two = engine.next();
    client.endOutput();
    two.answer("{\"n\":2}");
    one.answer("{\"n\":1}");
    assertEquals("{\"n\":1}", client.read().text());
    Answer last = client.read();
    assertEquals("{\"n\":2}", last.text());
    assertTrue(client.isClosedByServer());
  }

  @Test
  void theClientIsToldToContinueInItsTurn() throws Exception {
    start();
    RawClient client = connect();
    String request = post("Echo", "{\"a\":1}", "Expect: 100-continue");
    int body = request.indexOf("{");
    client.send(post("Wait", "{}") + request.substring(0, body));
    TestEngine.Pending pending = engine.next();
    pending.answer("{\"first\":1}");
    assertEquals("{\"first\":1}", client.read().text());
    assertEquals(100, client.read().status());
    client.send(request.substring(body));
    assertEquals("{\"a\":1}", client.read().text());
    // One that does not wait is served as well.
    client.send(request);
    Answer answer = client.read();
    answer = answer.status() == 100 ? client.read() : answer;
    assertEquals("{\"a\":1}", answer.text());
  }

  @Test
  void aRefusedExpectationIsAnsweredWithoutTheBody() throws Exception {
    start();
    String request = post("Echo", "{}", "Expect: 100-continue").replace("localhost", "evil.test");
    RawClient client = connect();
    assertEquals(403, client.ask(request.substring(0, request.indexOf("{"))).status());
    assertTrue(client.isClosedByServer());
  }

  @Test
  void aBodyInPiecesAndChunksArrivesWhole() throws Exception {
    start();
    RawClient client = connect();
    String large = "{\"a\":\"" + "z".repeat(200_000) + "\"}";
    String request = post("Echo", large);
    client.send(request.substring(0, 100));
    for (int at = 100; at < request.length(); at += 7001) {
      client.send(request.substring(at, Math.min(request.length(), at + 7001)));
    }
    assertEquals(large, client.read().text());
    StringBuilder chunked =
        new StringBuilder(
            post("Echo", "").replace("Content-Length: 0", "Transfer-Encoding: chunked"));
    for (int at = 0; at < large.length(); at += 10_000) {
      String piece = large.substring(at, Math.min(large.length(), at + 10_000));
      chunked.append(Integer.toHexString(piece.length())).append("\r\n").append(piece);
      chunked.append("\r\n");
    }
    client.send(chunked.append("0\r\n\r\n").toString());
    assertEquals(large, client.read().text());
    assertNotNull(client.ask(post("Echo", "{}")));
  }
}
