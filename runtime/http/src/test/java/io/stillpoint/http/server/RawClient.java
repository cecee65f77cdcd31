package io.stillpoint.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** A client that sends exactly the bytes it is told to. Reads fail after 10 s. */
final class RawClient implements Closeable {
  private static final int READ_TIMEOUT_MILLIS = 10_000;

  /** An answer; header names are lower case. */
  record Answer(int status, Map<String, String> headers, String text) {
    String header(String name) {
      return headers.get(name);
    }
  }

  private final Socket socket = new Socket();
  private final InputStream in;

  RawClient(URI server) throws IOException {
    this(server, 0);
  }

  /**
   * @param receiveBuffer bytes of the socket's buffer, or 0 for the system's choice
   */
  RawClient(URI server, int receiveBuffer) throws IOException {
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()),
        READ_TIMEOUT_MILLIS);
    in = socket.getInputStream();
  }

  /** A POST as an SDK sends it. */
  static String post(String operation, String body, String... headers) {
    StringBuilder text =
        new StringBuilder("POST / HTTP/1.1\r\nHost: localhost:8000\r\n")
            .append("Content-Type: application/x-amz-json-1.0\r\n")
            .append("X-Amz-Target: DynamoDB_20120810.")
            .append(operation)
            .append("\r\nContent-Length: ")
            .append(body.getBytes(StandardCharsets.UTF_8).length)
            .append("\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").append(body).toString();
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  Answer ask(String request) throws IOException {
    return send(request).read();
  }

  /** Reads one answer and checks what every answer has. */
  Answer read() throws IOException {
    String[] status = line().split(" ", 3);
    assertEquals("HTTP/1.1", status[0]);
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    assertEquals(length, body.length, "bytes of the body");
    Answer answer =
        new Answer(Integer.parseInt(status[1]), headers, new String(body, StandardCharsets.UTF_8));
    if (answer.status() != 100) {
      CRC32 crc = new CRC32();
      crc.update(body);
      assertEquals(Long.toString(crc.getValue()), answer.header("x-amz-crc32"));
    }
    return answer;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Whether the server ends the connection, by a close or a reset, before the read time-out. */
  boolean isClosedByServer() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (java.net.SocketException e) {
      return true;
    }
  }

  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
