package io.stillpoint.http.server;

import static io.stillpoint.http.server.RawClient.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.server.RawClient.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is an API request, and what every answer carries. */
@Tag("DDB-9")
class ProtocolTest extends ServerTest {
  private static final String NOT_AN_API_REQUEST = "<UnknownOperationException/>\n";

  @Test
  void anAnswerHasTheServicesHeaders() throws Exception {
    start();
    Answer answer = connect().ask(post("Echo", "{\"a\":\"\u00e4\"}"));
    assertEquals(200, answer.status());
    assertEquals("{\"a\":\"\u00e4\"}", answer.text());
    assertEquals("application/x-amz-json-1.0", answer.header("content-type"));
    assertEquals("Server", answer.header("server"));
    assertEquals("keep-alive", answer.header("connection"));
    assertTrue(answer.header("x-amzn-requestid").matches("[0-9A-Z]{52}"));
    String date = answer.header("date");
    assertTrue(date.matches("\\w{3}, \\d{2} \\w{3} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT"), date);
    assertNull(answer.header("access-control-allow-origin"));
  }

  @Test
  void theEngineGetsOperationBodyAndTheIdThatTheClientSees() throws Exception {
    start();
    RawClient client = connect();
    client.send(post("GetItem", "{\"x\":1}"));
    TestEngine.Pending pending = engine.next();
    assertEquals("GetItem", pending.request().operation());
    assertEquals("{\"x\":1}", pending.request().body().utf8());
    assertEquals("000000000000", pending.request().account());
    pending.answer("{}");
    assertEquals(pending.request().id(), client.read().header("x-amzn-requestid"));
    assertNotEquals(
        pending.request().id(), client.ask(post("Echo", "{}")).header("x-amzn-requestid"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-amz-json-1.1",
        "Application/X-AMZ-JSON-1.1; charset=utf-8",
        "application/x-amz-json-1.1;charset=UTF-8"
      })
  void theContentTypeIsAnsweredInKind(String type) throws Exception {
    start();
    Answer answer = connect().ask(post("Echo", "{}").replace("application/x-amz-json-1.0", type));
    assertEquals(200, answer.status());
    assertEquals("application/x-amz-json-1.1", answer.header("content-type"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/json", "application/x-amz-json-2.0", "x", ""})
  void otherContentTypesAreNoApiRequest(String type) throws Exception {
    start();
    Answer answer = connect().ask(post("Echo", "{}").replace("application/x-amz-json-1.0", type));
    assertEquals(404, answer.status());
    assertEquals(NOT_AN_API_REQUEST, answer.text());
    // The value that dynalite recorded from the service for this body.
    assertEquals("3552371480", answer.header("x-amz-crc32"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"})
  void otherMethodsAreNoApiRequest(String method) throws Exception {
    start();
    RawClient client = connect();
    Answer answer =
        client.ask(
            post("Echo", "{}", "Origin: http://evil.example", "Access-Control-Request-Method: POST")
                .replaceFirst("POST", method));
    assertEquals(404, answer.status());
    assertEquals(NOT_AN_API_REQUEST, answer.text());
    assertTrue(answer.headers().keySet().stream().noneMatch(n -> n.startsWith("access-control")));
    assertEquals(200, client.ask(post("Echo", "{}")).status(), "the connection goes on");
  }

  @Test
  void getSaysHealthy() throws Exception {
    start("region", "eu-west-1");
    Answer answer = connect().ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertEquals(200, answer.status());
    assertEquals("healthy: dynamodb.eu-west-1.amazonaws.com ", answer.text());
  }

  @Test
  void headAndOtherPathsAreRefused() throws Exception {
    start();
    RawClient client = connect();
    assertEquals(404, client.ask("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n").status());
    assertEquals(404, client.ask("GET /shell HTTP/1.1\r\nHost: localhost\r\n\r\n").status());
    Answer answer = client.ask(post("Echo", "{}").replaceFirst("POST /", "POST /shell"));
    assertEquals(404, answer.status());
    assertEquals(NOT_AN_API_REQUEST, answer.text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"DynamoDB_20111205.Echo", "DynamoDB_20120810.", "DynamoDB_20120810", "Echo", ""})
  void aTargetOfNoKnownVersionIsAnUnknownOperation(String target) throws Exception {
    start();
    Answer answer = connect().ask(post("Echo", "{}").replace("DynamoDB_20120810.Echo", target));
    assertEquals(400, answer.status());
    assertEquals(
        "{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}", answer.text());
    assertEquals("application/x-amz-json-1.0", answer.header("content-type"));
  }

  @Test
  void aMissingTargetIsAnUnknownOperation() throws Exception {
    start();
    Answer answer = connect().ask(post("Echo", "{}").replace("X-Amz-Target", "X-Other"));
    assertEquals(400, answer.status());
    assertTrue(answer.text().contains("#UnknownOperationException\""));
  }

  @Test
  void aCompressedBodyIsRefused() throws Exception {
    start();
    Answer answer = connect().ask(post("Echo", "{}", "Content-Encoding: gzip"));
    assertEquals(400, answer.status());
    assertTrue(answer.text().contains("#SerializationException\""), answer.text());
  }

  @ParameterizedTest
  @Tag("DDB-10")
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]:8000",
        "[::1]",
        "tables.example:8000"
      })
  void knownNamesAreServed(String host) throws Exception {
    start("hosts", "tables.example");
    Answer answer = connect().ask(post("Echo", "{}").replace("localhost:8000", host));
    assertEquals(200, answer.status());
  }

  @ParameterizedTest
  @Tag("DDB-10")
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost:8000.evil.example",
        "[::2]",
        "[::1",
        "[::1]x",
        "\"<script>"
      })
  void unknownNamesAreRefused(String host) throws Exception {
    start();
    Answer answer = connect().ask(post("Echo", "{}").replace("localhost:8000", host));
    assertEquals(403, answer.status());
    assertTrue(answer.text().contains("is not a name of this server"), answer.text());
    assertEquals(0, engine.waiting());
  }

  @Test
  @Tag("DDB-10")
  void anAbsoluteTargetIsJudgedByItsOwnName() throws Exception {
    start();
    String request = post("Echo", "{}");
    assertEquals(
        200, connect().ask(request.replaceFirst("POST /", "POST http://localhost:8000/")).status());
    assertEquals(
        403, connect().ask(request.replaceFirst("POST /", "POST http://evil.example/")).status());
  }

  @Test
  @Tag("DDB-10")
  void aMissingOrDoubledHostIsRefused() throws Exception {
    start();
    Answer missing = connect().ask(post("Echo", "{}").replace("Host: localhost:8000\r\n", ""));
    assertEquals(400, missing.status());
    assertEquals(400, connect().ask(post("Echo", "{}", "Host: localhost")).status());
  }

  @Test
  @Tag("DDB-10")
  void anyCredentialAndNoneAreTaken() throws Exception {
    start();
    String credential =
        "Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/eu/dynamodb/aws4_request,"
            + " SignedHeaders=host, Signature=00";
    assertEquals(200, connect().ask(post("Echo", "{}", credential)).status());
    assertEquals(200, connect().ask(post("Echo", "{}")).status());
  }

  @Test
  void withoutAnEngineTheAnswerIsARetryable503() throws Exception {
    start((io.stillpoint.engine.request.RequestHandler) null);
    Answer answer = connect().ask(post("GetItem", "{}"));
    assertEquals(503, answer.status());
    assertTrue(answer.text().contains("#ServiceUnavailable\""), answer.text());
    assertTrue(answer.text().contains("io.stillpoint.engine"), answer.text());
  }

  @Test
  void theJdksClientIsServed() throws Exception {
    URI address = start().address();
    HttpClient client = HttpClient.newHttpClient();
    String body = "{\"k\":\"" + "x".repeat(300_000) + "\"}";
    for (boolean expect : new boolean[] {false, true}) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(address)
                  .header("Content-Type", "application/x-amz-json-1.0")
                  .header("X-Amz-Target", "DynamoDB_20120810.Echo")
                  .expectContinue(expect)
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(200, answer.statusCode());
      assertEquals(body, answer.body());
    }
  }
}
