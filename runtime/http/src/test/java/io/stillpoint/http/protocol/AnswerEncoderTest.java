package io.stillpoint.http.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("DDB-9")
class AnswerEncoderTest {
  private final AnswerEncoder encoder = new AnswerEncoder();
  private final String id = new RequestIds().next();

  private String encode(int status, MediaType type, String body, boolean close) {
    ByteBuf answer =
        encoder.encode(
            UnpooledByteBufAllocator.DEFAULT,
            status,
            type,
            body.getBytes(StandardCharsets.UTF_8),
            id,
            close);
    assertEquals(answer.capacity(), answer.readableBytes(), "the buffer was not made to measure");
    String text = answer.toString(StandardCharsets.UTF_8);
    answer.release();
    return text;
  }

  @Test
  void theWholeAnswerIsThis() {
    String text = encode(200, MediaType.JSON_1_0, "{}", false);
    assertEquals(
        "HTTP/1.1 200 OK\r\nServer: Server\r\nDate: D\r\n"
            + "Content-Type: application/x-amz-json-1.0\r\nConnection: keep-alive\r\n"
            + "x-amzn-RequestId: "
            + id
            + "\r\nx-amz-crc32: 2745614147\r\nContent-Length: 2\r\n\r\n{}",
        text.replaceFirst("Date: [^\r]*", "Date: D"));
  }

  @Test
  void lengthsAndChecksumsOfAnySizeAreRight() {
    for (int length = 0; length < 3000; length = length * 2 + 1) {
      String body = "y".repeat(length);
      CRC32 crc = new CRC32();
      crc.update(body.getBytes(StandardCharsets.UTF_8));
      String text = encode(503, MediaType.NONE, body, true);
      assertTrue(text.startsWith("HTTP/1.1 503 Service Unavailable\r\n"), text);
      assertTrue(
          text.endsWith(
              "\r\nx-amz-crc32: "
                  + crc.getValue()
                  + "\r\nContent-Length: "
                  + length
                  + "\r\n\r\n"
                  + body),
          text);
      assertTrue(text.contains("\r\nConnection: close\r\n"));
    }
  }

  @Test
  void idsAreDistinct() {
    RequestIds ids = new RequestIds();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      String next = ids.next();
      assertTrue(next.matches("[0-9A-Z]{52}"), next);
      assertTrue(seen.add(next));
    }
  }
}
