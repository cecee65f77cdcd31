package io.stillpoint.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * One server on a SQLite file for all test classes of a run, and one SDK client; both are injected
 * as parameters. Tests name their tables apart.
 */
public final class SharedServer implements BeforeAllCallback, ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SharedServer.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    running(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == FelixServer.class || type == DynamoDbClient.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Running running = running(context);
    return parameter.getParameter().getType() == FelixServer.class
        ? running.server
        : running.client;
  }

  private static Running running(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class);
  }

  /** An SDK client as an application builds one, but with retries off: a test sees every answer. */
  static DynamoDbClient client(java.net.URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(Apache5HttpClient.builder().maxConnections(64))
        .overrideConfiguration(o -> o.retryStrategy(r -> r.maxAttempts(1)))
        .build();
  }

  private static final class Running implements AutoCloseable {
    private final Path data;
    private final FelixServer server;
    private final DynamoDbClient client;

    Running() {
      try {
        data = Files.createTempDirectory("stillpoint-system");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      server = FelixServer.start(data, "path=" + data.resolve("data/local.db"));
      client = client(server.endpoint());
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
      try (Stream<Path> files = Files.walk(data)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
