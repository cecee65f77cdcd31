package io.stillpoint.engine.service;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.operation.AnswerMemory;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.request.Request;
import io.stillpoint.engine.table.TableDirectory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A request handler on one instance, for tests: JSON in, JSON out. */
final class Server implements AutoCloseable {
  static final String INSTANCE = "local";

  final BackendDirectory backends = new BackendDirectory(true);
  final TableDirectory tables =
      new TableDirectory(backends, new NameRegistry(backends, () -> INSTANCE));
  final StorageEngine storage;
  private final EngineAssembly engine;
  private final Client client;

  Server(StorageEngine storage, Duration timeout, InstantSource clock) {
    this(storage, timeout, clock, 64);
  }

  Server(StorageEngine storage, Duration timeout, InstantSource clock, int concurrency) {
    this(storage, timeout, clock, concurrency, AnswerMemory.ofHeap());
  }

  Server(
      StorageEngine storage,
      Duration timeout,
      InstantSource clock,
      int concurrency,
      AnswerMemory memory) {
    this.storage = storage;
    addInstance(INSTANCE, storage, concurrency);
    engine = new EngineAssembly(backends, tables, () -> INSTANCE, Map.of(), timeout, clock, memory);
    client = new Client(engine.handler());
  }

  Server(StorageEngine storage) {
    this(storage, Duration.ofSeconds(5), InstantSource.system());
  }

  void addInstance(String name, StorageEngine added, int concurrency) {
    backends.addStorage(
        added,
        Map.of(
            BackendProperties.INSTANCE,
            name,
            BackendProperties.CONTRACT,
            BackendProperties.CONTRACT_VERSION,
            BackendProperties.CONCURRENCY,
            concurrency));
  }

  Client.Answer send(String operation, String body) {
    return client.send(operation, body);
  }

  String ok(String operation, String body) {
    return client.ok(operation, body);
  }

  String fails(String operation, String body) {
    return client.fails(operation, body);
  }

  EngineAssembly engine() {
    return engine;
  }

  /** A table with hash key {@code h} (S) and range key {@code r} (N), or without. */
  StoredTable create(String name, boolean range, IndexDefinition... indexes) {
    return create(INSTANCE, storage, name, range, indexes);
  }

  StoredTable create(
      String instance, StorageEngine on, String name, boolean range, IndexDefinition... indexes) {
    TableDefinition definition =
        new TableDefinition(
            TableId.random(),
            Request.DEFAULT_ACCOUNT,
            name,
            TableStatus.ACTIVE,
            Instant.EPOCH,
            new KeySchema(
                new KeyAttribute("h", AttributeValue.Type.S),
                range ? new KeyAttribute("r", AttributeValue.Type.N) : null),
            TableDefinition.PAY_PER_REQUEST,
            Throughput.NONE,
            "STANDARD",
            false,
            List.of(indexes),
            16 + indexes.length,
            null);
    StoredTable stored =
        on.create(
            new NewTable(
                definition.id(),
                definition.account(),
                name,
                definition.spaces(),
                TableDocument.encode(definition)),
            Deadline.after(Duration.ofSeconds(5)));
    tables.changed(stored, instance);
    return stored;
  }

  static IndexDefinition index(
      String name,
      IndexDefinition.Kind kind,
      int space,
      KeyAttribute hash,
      KeyAttribute range,
      Projection.Type projection,
      String... attributes) {
    return new IndexDefinition(
        name,
        kind,
        space,
        new KeySchema(hash, range),
        new Projection(projection, List.of(attributes)),
        IndexStatus.ACTIVE,
        false,
        Throughput.NONE);
  }

  static KeyAttribute s(String name) {
    return new KeyAttribute(name, AttributeValue.Type.S);
  }

  static KeyAttribute n(String name) {
    return new KeyAttribute(name, AttributeValue.Type.N);
  }

  /** All pages of a Query or Scan: each page's Items array, and the request with its start key. */
  List<Json> pages(String operation, String bodyWithoutEnd) {
    List<Json> items = new ArrayList<>();
    String start = "";
    for (int page = 0; page < 10_000; page++) {
      Client.Answer answer = send(operation, bodyWithoutEnd + start + "}");
      if (answer.status() != 200) {
        throw new AssertionError(answer.text());
      }
      items.addAll(((Json.Arr) answer.body().get("Items")).elements());
      Json last = answer.body().get("LastEvaluatedKey");
      if (last == null) {
        return items;
      }
      String text = answer.text();
      int at = text.indexOf("\"LastEvaluatedKey\":") + "\"LastEvaluatedKey\":".length();
      start = ",'ExclusiveStartKey':" + object(text, at);
    }
    throw new AssertionError("pages without end");
  }

  private static String object(String text, int from) {
    int open = 0;
    for (int i = from; i < text.length(); i++) {
      open += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
      if (open == 0) {
        return text.substring(from, i + 1);
      }
    }
    throw new AssertionError(text);
  }

  @Override
  public void close() {
    engine.close();
    backends.close();
  }
}
