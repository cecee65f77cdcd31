package io.stillpoint.http.server;

import static io.stillpoint.http.server.RawClient.post;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.server.RawClient.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine that breaks its promises harms neither the connection nor the server. */
@Tag("DDB-9")
class EngineFaultTest extends ServerTest {
  @ParameterizedTest
  @ValueSource(strings = {"Throw", "Fail", "Null"})
  void aFaultIsA500WithoutDetailAndTheConnectionGoesOn(String operation) throws Exception {
    start();
    RawClient client = connect();
    Answer answer = client.ask(post(operation, "{}"));
    assertEquals(500, answer.status());
    assertTrue(answer.text().contains("#InternalServerError\""), answer.text());
    assertFalse(answer.text().contains("planted"));
    assertEquals(200, client.ask(post("Echo", "{}")).status());
  }

  @Test
  void theSecondAnswerIsDropped() throws Exception {
    start();
    RawClient client = connect();
    assertEquals("{\"n\":1}", client.ask(post("Twice", "{}")).text());
    assertEquals("{\"m\":3}", client.ask(post("Echo", "{\"m\":3}")).text());
  }

  @Test
  void anEngineThatNeverAnswersIsA500() throws Exception {
    start("replyTimeoutMillis", 100);
    RawClient client = connect();
    Answer answer = client.ask(post("Wait", "{}"));
    assertEquals(500, answer.status());
    assertTrue(answer.text().contains("not known"), answer.text());
    engine.next().answer("{\"late\":1}");
    assertEquals("{\"m\":3}", client.ask(post("Echo", "{\"m\":3}")).text());
  }

  @Test
  void anAnswerForAClientThatHasGoneIsDropped() throws Exception {
    start();
    RawClient client = connect();
    client.send(post("Wait", "{}"));
    TestEngine.Pending pending = engine.next();
    // A reset: after a plain close the server cannot tell whether the client still reads.
    client.socket().setSoLinger(true, 0);
    client.close();
    await("the connection to be gone", () -> server().connections() == 0);
    assertEquals(0, server().queuedRequests());
    pending.answer("{}");
    assertEquals(200, connect().ask(post("Echo", "{}")).status());
  }
}
