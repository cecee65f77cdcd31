package io.stillpoint.http.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * Writes an answer, header and body, into one buffer: one allocation, one copy of the body, one
 * write to the socket. Header names and order are the service's.
 *
 * <p>Not thread-safe: one for each event loop.
 */
public final class AnswerEncoder {
  private static final byte[] OK = statusLine(200);
  private static final byte[] BAD_REQUEST = statusLine(400);
  private static final byte[] CONTENT_TYPE = ascii("\r\nContent-Type: ");
  private static final byte[] JSON_1_0 = ascii(MediaType.JSON_1_0.text());
  private static final byte[] JSON_1_1 = ascii(MediaType.JSON_1_1.text());
  private static final byte[] KEEP_ALIVE =
      ascii("\r\nConnection: keep-alive\r\nx-amzn-RequestId: ");
  private static final byte[] CLOSE = ascii("\r\nConnection: close\r\nx-amzn-RequestId: ");
  private static final byte[] CRC = ascii("\r\nx-amz-crc32: ");
  private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] END = ascii("\r\n\r\n");

  /** RFC 9110, 5.6.7: always two digits for the day. */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** Longer than any header that is written here. */
  private static final int MAX_HEAD = 512;

  private final byte[] head = new byte[MAX_HEAD];
  private int length;
  private final CRC32 crc = new CRC32();
  private long second = -1;
  private byte[] date = {};

  /**
   * The whole answer, in a buffer that the caller releases or writes.
   *
   * @param id the request's, {@value RequestIds#LENGTH} ASCII characters
   * @param close whether the header announces the connection's end
   */
  public ByteBuf encode(
      ByteBufAllocator allocator,
      int status,
      MediaType type,
      byte[] body,
      String id,
      boolean close) {
    length = 0;
    put(
        switch (status) {
          case 200 -> OK;
          case 400 -> BAD_REQUEST;
          default -> statusLine(status);
        });
    put(date());
    if (type != MediaType.NONE) {
      put(CONTENT_TYPE);
      put(type == MediaType.JSON_1_0 ? JSON_1_0 : JSON_1_1);
    }
    put(close ? CLOSE : KEEP_ALIVE);
    for (int i = 0; i < id.length(); i++) {
      head[length++] = (byte) id.charAt(i);
    }
    put(CRC);
    crc.reset();
    crc.update(body);
    put(crc.getValue());
    put(LENGTH);
    put(body.length);
    put(END);
    ByteBuf answer = allocator.directBuffer(length + body.length);
    return answer.writeBytes(head, 0, length).writeBytes(body);
  }

  private byte[] date() {
    long now = System.currentTimeMillis() / 1000;
    if (now != second) {
      second = now;
      date = ascii(DATE.format(Instant.ofEpochSecond(now).truncatedTo(ChronoUnit.SECONDS)));
    }
    return date;
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, head, length, bytes.length);
    length += bytes.length;
  }

  /** Appends a number that is not negative, in decimal. */
  private void put(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = number;
    for (int i = length + digits - 1; i >= length; i--) {
      head[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  private static byte[] statusLine(int status) {
    return ascii(
        "HTTP/1.1 "
            + status
            + " "
            + HttpResponseStatus.valueOf(status).reasonPhrase()
            + "\r\nServer: Server\r\nDate: ");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
