package io.stillpoint.bench.server;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Single DynamoDB requests, for what happens outside the measured time. */
public final class Client {
  private static final Duration BOUND = Duration.ofSeconds(30);

  private final URI endpoint;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(BOUND).build();

  Client(URI endpoint) {
    this.endpoint = endpoint;
  }

  public URI endpoint() {
    return endpoint;
  }

  /** Whether a request is served now. */
  boolean answers() throws IOException, InterruptedException {
    // A bare connection first: it costs nothing, and the starting server needs the processors.
    try (Socket probe = new Socket()) {
      probe.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
    } catch (ConnectException e) {
      return false;
    }
    return send("ListTables", "{}").statusCode() == 200;
  }

  /**
   * Sends one request and returns the body of the answer.
   *
   * @throws IOException if the answer is not of status 200
   */
  public String call(String operation, String body) throws IOException, InterruptedException {
    HttpResponse<String> answer = send(operation, body);
    if (answer.statusCode() != 200) {
      throw new IOException(
          operation + " was answered with " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private HttpResponse<String> send(String operation, String body)
      throws IOException, InterruptedException {
    // No one checks the signature, but dynalite wants the headers to have the form of one.
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(BOUND)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("X-Amz-Date", "20261201T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=local/20261201/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host;x-amz-date;x-amz-target, Signature="
                    + "0".repeat(64))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
