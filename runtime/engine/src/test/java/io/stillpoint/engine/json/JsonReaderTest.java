package io.stillpoint.engine.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("DDB-9")
class JsonReaderTest {
  @Test
  void readsWhatWasSent() {
    Json.Obj json =
        JsonReader.parse(
            Bytes.utf8(
                " { \"a\" : [1, -2.50, 1E400, true, false, null], \"\\u00e9\\ud83d\\ude00é\\/\" :"
                    + " {} } \n"));
    assertEquals(
        Map.of(
            "a",
            new Json.Arr(
                List.of(
                    new Json.Num("1", true),
                    new Json.Num("-2.50", false),
                    new Json.Num("1E400", false),
                    Json.Bool.TRUE,
                    Json.Bool.FALSE,
                    Json.Null.INSTANCE)),
            "é\uD83D\uDE00é/",
            new Json.Obj(Map.of())),
        json.members());
  }

  @Test
  void nullIsAbsent() {
    assertNull(JsonReader.parse(Bytes.utf8("{\"a\":null}")).get("a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "1",
        "\"a\"",
        "null",
        "{",
        "}",
        "{} {}",
        "{}x",
        "{a:1}",
        "{'a':1}",
        "{\"a\":1,}",
        "{\"a\":[1,]}",
        "{\"a\":[1}",
        "{\"a\" 1}",
        "{\"a\":}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":NaN}",
        "{\"a\":Infinity}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\ud800\"}",
        "{\"\\udc00\":1}",
        "{\"a\":\"b}",
        "{/* */}",
        "{\"a\":1}//",
        "\uFEFF{}"
      })
  void whatIsNoJsonObjectIsRefusedAsTheServiceDoes(String text) {
    ServiceException refused =
        assertThrows(ServiceException.class, () -> JsonReader.parse(Bytes.utf8(text)));
    assertEquals(ErrorType.SERIALIZATION, refused.type());
    assertEquals("", refused.getMessage());
  }

  @Test
  void otherEncodingsAreRefused() {
    byte[][] bodies = {
      "{}".getBytes(StandardCharsets.UTF_16LE),
      "{}".getBytes(StandardCharsets.UTF_16BE),
      "{\"a\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1),
      {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'},
      {'{', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ':', '1', '}'},
    };
    for (byte[] body : bodies) {
      assertThrows(ServiceException.class, () -> JsonReader.parse(Bytes.wrap(body)));
    }
  }

  @Test
  void depthIsTheServicesErrorNeverAStackOverflow() {
    int inner = JsonReader.MAX_DEPTH - 1;
    JsonReader.parse(Bytes.utf8("{\"a\":" + "[".repeat(inner) + "]".repeat(inner) + "}"));
    for (String open : List.of("[", "{\"a\":")) {
      ServiceException refused =
          assertThrows(
              ServiceException.class,
              () -> JsonReader.parse(Bytes.utf8("{\"a\":" + open.repeat(1_000_000))));
      assertEquals(ErrorType.VALIDATION, refused.type());
      assertEquals(JsonReader.TOO_DEEP, refused.getMessage());
    }
  }

  @Test
  void numbersAreNeverExpanded() {
    String digits = "9".repeat(100_000);
    assertEquals(
        new Json.Num("1E" + digits, false),
        JsonReader.parse(Bytes.utf8("{\"a\":1E" + digits + "}")).get("a"));
  }
}
