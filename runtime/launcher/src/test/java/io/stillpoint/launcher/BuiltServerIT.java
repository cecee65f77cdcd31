package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stillpoint.launcher.testing.Installation;
import io.stillpoint.launcher.testing.StillpointProcess;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** The distribution as it is built, with its real home and endpoint. */
class BuiltServerIT {
  private static final Duration HTTP_BOUND = Duration.ofSeconds(30);
  private static final Duration START_GOAL = Duration.ofMillis(2_500);
  private static final int ATTEMPTS = 3;

  private static final String MUSIC =
      """
      {"TableName":"Music","BillingMode":"PAY_PER_REQUEST",
       "KeySchema":[{"AttributeName":"Artist","KeyType":"HASH"}],
       "AttributeDefinitions":[{"AttributeName":"Artist","AttributeType":"S"}]}""";

  @TempDir Path folder;

  private Installation stillpoint;

  @BeforeEach
  void install() throws Exception {
    stillpoint = Installation.built(folder);
  }

  @AfterEach
  void end() {
    stillpoint.close();
  }

  private static String endpoint(StillpointProcess server) throws InterruptedException {
    return server.awaitLine("  endpoint  ").strip().split(" +", 2)[1];
  }

  private static String request(String endpoint, String operation, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(endpoint))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .timeout(HTTP_BOUND)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return response.body();
  }

  private StillpointProcess ended(int status, String... words) throws Exception {
    StillpointProcess process = stillpoint.start(words);
    assertEquals(status, process.awaitExit(), process::transcript);
    return process;
  }

  private void refused(int status, String sentence, String... words) throws Exception {
    StillpointProcess process = ended(status, words);
    assertEquals(List.of(), process.out(), "prints nothing but the one line");
    assertEquals(1, process.err().size(), process::transcript);
    assertTrue(process.err().get(0).contains(sentence), process::transcript);
  }

  private Path databaseOfAStoppedServer() throws Exception {
    StillpointProcess server = stillpoint.serve("--data", "d", "--port", "0");
    server.terminate();
    assertEquals(0, server.awaitExit(), server::transcript);
    Path database = folder.resolve("d/data/local.db");
    assertTrue(Files.size(database) > 0, database.toString());
    return database;
  }

  @Test
  @Tag("OPS-2")
  @Tag("OPS-8")
  void a_table_outlives_its_server() throws Exception {
    StillpointProcess first = stillpoint.serve("--data", "d", "--port", "0");
    request(endpoint(first), "CreateTable", MUSIC);
    StillpointProcess tables = ended(0, "table:list", "--data", "d");
    assertTrue(tables.out().get(1).startsWith("Music  local "), tables::transcript);
    StillpointProcess backends = ended(0, "backend:list", "--data", "d");
    assertTrue(backends.out().get(1).matches("local +sqlite +SERVING .*"), backends::transcript);
    first.terminate();
    assertEquals(0, first.awaitExit(), first::transcript);

    StillpointProcess second = stillpoint.serve("--data", "d", "--port", "0");

    assertEquals("{\"TableNames\":[\"Music\"]}", request(endpoint(second), "ListTables", "{}"));
    StillpointProcess described = ended(0, "table:describe", "Music", "--json", "--data", "d");
    assertTrue(described.out().get(0).contains("\"TableName\":\"Music\""), described::transcript);
  }

  @Test
  @Tag("OPS-2")
  void a_server_in_memory_serves_too() throws Exception {
    StillpointProcess server = stillpoint.serve("--in-memory", "--port", "0");

    request(endpoint(server), "CreateTable", MUSIC);

    assertEquals("{\"TableNames\":[\"Music\"]}", request(endpoint(server), "ListTables", "{}"));
  }

  @Test
  @Tag("OPS-2")
  void a_port_in_use_is_one_line() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      refused(5, "ort " + port, "--data", "d", "--port", port);
    }
  }

  @Test
  @Tag("OPS-2")
  void a_corrupt_database_is_one_line() throws Exception {
    Path database = databaseOfAStoppedServer();
    byte[] garbage = new byte[64 * 1024];
    Arrays.fill(garbage, (byte) 'x');
    Files.write(database, garbage);
    // With it SQLite would restore the pages that were just destroyed.
    Files.deleteIfExists(database.resolveSibling("local.db-wal"));
    Files.deleteIfExists(database.resolveSibling("local.db-shm"));

    refused(6, "the home instance 'local' does not serve: ", "--data", "d", "--port", "0");
  }

  @Test
  @Tag("OPS-2")
  @Tag("RT-12")
  void a_newer_format_is_one_line() throws Exception {
    Path database = databaseOfAStoppedServer();
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + database);
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO migrations VALUES (9999, datetime('now'))");
    }

    refused(
        6,
        " has format 9999; this version of Stillpoint reads up to format ",
        "--data",
        "d",
        "--port",
        "0");
  }

  @Test
  @Tag("RT-10")
  void a_request_is_served_soon_after_the_command() throws Exception {
    var system = ManagementFactory.getOperatingSystemMXBean();
    assumeTrue(
        system.getSystemLoadAverage() < system.getAvailableProcessors(),
        "a machine that is busy with other work cannot say how fast a start is");
    Duration best = Duration.ofDays(1);
    for (int i = 0; i < ATTEMPTS; i++) {
      long start = System.nanoTime();
      StillpointProcess server = stillpoint.serve("--data", "d" + i, "--port", "0");
      request(endpoint(server), "ListTables", "{}");
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      best = took.compareTo(best) < 0 ? took : best;
      server.terminate();
      assertEquals(0, server.awaitExit(), server::transcript);
    }
    assertTrue(best.compareTo(START_GOAL) <= 0, "the best start took " + best);
  }
}
