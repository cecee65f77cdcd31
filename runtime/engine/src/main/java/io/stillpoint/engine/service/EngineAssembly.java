package io.stillpoint.engine.service;

import io.stillpoint.engine.batch.BatchGetItemOperation;
import io.stillpoint.engine.batch.BatchWriteItemOperation;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.expression.ExpressionCache;
import io.stillpoint.engine.item.CollectionSizes;
import io.stillpoint.engine.item.DeleteItemOperation;
import io.stillpoint.engine.item.GetItemOperation;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.PutItemOperation;
import io.stillpoint.engine.item.UpdateItemOperation;
import io.stillpoint.engine.operation.AnswerMemory;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.operation.TableAccess;
import io.stillpoint.engine.query.QueryOperation;
import io.stillpoint.engine.query.ScanOperation;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.engine.table.TableDirectory;
import io.stillpoint.engine.transaction.TokenSweep;
import io.stillpoint.engine.transaction.TransactGetItemsOperation;
import io.stillpoint.engine.transaction.TransactWriteItemsOperation;
import io.stillpoint.engine.write.BatchWriter;
import io.stillpoint.engine.write.KeyLocks;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Puts the parts of the request path together: with a framework around it or without. */
final class EngineAssembly implements AutoCloseable {
  /** More than any instance's bulkhead lets in, so that one stuck instance leaves threads over. */
  private static final int THREADS = 512;

  private final WorkerPool workers = new WorkerPool(THREADS);
  private final Dispatcher dispatcher;
  private final TokenSweep tokens;

  /**
   * @param home the home instance's name
   * @param others operations beside those on items
   * @param timeout how long a call may take
   * @param clock tells the age of client request tokens
   * @param memory what large answers may take together
   */
  EngineAssembly(
      BackendDirectory backends,
      TableDirectory tables,
      Supplier<String> home,
      Map<String, Operation> others,
      Duration timeout,
      InstantSource clock,
      AnswerMemory memory) {
    TableAccess access = new TableAccess(backends, tables);
    ItemEngine engine =
        new ItemEngine(
            access,
            new BatchWriter(new KeyLocks()),
            new ExpressionCache(),
            new CollectionSizes(),
            memory);
    tokens = new TokenSweep(access, clock);
    Map<String, Operation> operations = new LinkedHashMap<>(others);
    operations.put("GetItem", new GetItemOperation(engine));
    operations.put("PutItem", new PutItemOperation(engine));
    operations.put("UpdateItem", new UpdateItemOperation(engine));
    operations.put("DeleteItem", new DeleteItemOperation(engine));
    operations.put("Query", new QueryOperation(engine));
    operations.put("Scan", new ScanOperation(engine));
    operations.put("BatchGetItem", new BatchGetItemOperation(engine));
    operations.put("BatchWriteItem", new BatchWriteItemOperation(engine));
    operations.put("TransactGetItems", new TransactGetItemsOperation(engine));
    operations.put("TransactWriteItems", new TransactWriteItemsOperation(engine, tokens, clock));
    dispatcher =
        new Dispatcher(new Operations(operations), backends, access, home, timeout, workers);
  }

  RequestHandler handler() {
    return dispatcher;
  }

  TokenSweep tokens() {
    return tokens;
  }

  @Override
  public void close() {
    workers.close();
  }
}
