package io.stillpoint.http.server;

import static io.stillpoint.http.server.RawClient.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.server.RawClient.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not HTTP, or breaks its bounds: one clear answer, then the connection ends. */
@Tag("DDB-9")
class MalformedTest extends ServerTest {
  private void refused(int status, String request) throws Exception {
    RawClient client = connect();
    Answer answer = client.ask(request);
    assertEquals(status, answer.status(), answer.text());
    assertEquals("close", answer.header("connection"));
    assertFalse(answer.text().contains("Exception:"), answer.text());
    client.endOutput();
    assertTrue(client.isClosedByServer());
    assertEquals(0, engine.waiting());
  }

  @ParameterizedTest
  @CsvSource({
    "400,hello",
    "400,POST",
    "400,POST / HTTX/1.1",
    "400,POST / HTTP/x.y",
    "505,POST / HTTP/2.0",
    "505,POST / HTTP/3.7",
  })
  void aBadRequestLine(int status, String line) throws Exception {
    start();
    refused(status, post("Wait", "{}").replaceFirst("POST / HTTP/1.1", line));
  }

  @Test
  void aBadHeader() throws Exception {
    start();
    refused(400, post("Wait", "{}", "no colon"));
    refused(400, post("Wait", "{}", "na me: x"));
    refused(400, post("Wait", "{}", "a: b\0c"));
  }

  @ParameterizedTest
  @CsvSource({"-1", "x", "1 2", "99999999999999999999"})
  void aBadContentLength(String length) throws Exception {
    start();
    refused(400, post("Wait", "{}").replace("Content-Length: 2", "Content-Length: " + length));
  }

  @Test
  void lengthsThatDisagree() throws Exception {
    start();
    refused(400, post("Wait", "{}", "Content-Length: 3"));
    refused(400, post("Wait", "{}", "Transfer-Encoding: chunked"));
  }

  @Test
  void otherTransferCodings() throws Exception {
    start();
    String request = post("Wait", "{}").replace("Content-Length: 2", "Transfer-Encoding: gzip");
    assertTrue(connect().ask(request).status() >= 400);
    assertEquals(0, engine.waiting());
  }

  @Test
  void aBadChunk() throws Exception {
    start();
    String head = post("Wait", "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    refused(400, head + "xyz\r\n{}\r\n0\r\n\r\n");
    refused(400, head + "2\r\n{}zzzz\r\n0\r\n\r\n");
    refused(400, head + "-2\r\n{}\r\n0\r\n\r\n");
  }

  @Test
  void giantHeaders() throws Exception {
    start();
    refused(431, post("Wait", "{}", "X: " + "x".repeat(40_000)));
    refused(431, post("Wait", "{}", "X: 0123456789\r\n".repeat(4000).trim()));
    refused(414, post("Wait", "{}").replaceFirst("POST /", "POST /" + "x".repeat(10_000)));
  }

  @Test
  void otherExpectations() throws Exception {
    start();
    refused(417, post("Wait", "{}", "Expect: a-miracle"));
  }

  @Test
  void anOversizedBodyIsRefusedByItsHeader() throws Exception {
    start("maxBodyBytes", 1024);
    RawClient client = connect();
    String request = post("Wait", "x".repeat(1025));
    Answer answer = client.ask(request.substring(0, request.length() - 1025));
    assertEquals(413, answer.status());
    assertEquals("", answer.text());
    assertEquals("close", answer.header("connection"));
    assertEquals(0, engine.waiting());
    assertEquals(200, connect().ask(post("Echo", "x".repeat(1024))).status());
  }

  @Test
  void anOversizedBodyInChunksIsRefusedOnTheWay() throws Exception {
    start("maxBodyBytes", 1024);
    String head = post("Wait", "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    refused(413, head + "400\r\n" + "x".repeat(1024) + "\r\n1\r\nx\r\n");
    // Also when the request is refused anyway and its body thrown away.
    refused(413, head.replace("localhost", "evil.test") + "800\r\n" + "x".repeat(2048) + "\r\n");
  }

  @Test
  void aClientThatIsStillSendingReadsThe413() throws Exception {
    start();
    RawClient client = connect();
    String request = post("Wait", "x".repeat(17 * 1024 * 1024));
    assertEquals(413, client.ask(request).status());
  }

  @Test
  void theRequestsBeforeAMalformedOneAreAnswered() throws Exception {
    start();
    RawClient client = connect();
    client.send(post("Wait", "{}") + "rubbish\r\n\r\n" + post("Echo", "{}"));
    engine.next().answer("{\"a\":1}");
    assertEquals("{\"a\":1}", client.read().text());
    assertEquals(400, client.read().status());
    client.endOutput();
    assertTrue(client.isClosedByServer());
  }
}
