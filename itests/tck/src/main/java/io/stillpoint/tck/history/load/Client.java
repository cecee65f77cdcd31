package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import java.util.List;

/**
 * Sends operations to a server, once each: no retries, or the history would not know how often a
 * write was sent. Thread-safe. Failures of the server or the connection are outcomes; an exception
 * means that the test itself is wrong (a validation error, a missing table) and ends the load.
 */
public interface Client extends AutoCloseable {

  /**
   * One request: PutItem, UpdateItem, DeleteItem, TransactWriteItems, GetItem, BatchGetItem,
   * TransactGetItems or Query, as the operation says. The keys of a query share table and hash key;
   * they are all the keys that the load uses there, so a key that the answer lacks is absent.
   */
  Outcome execute(Operation operation);

  /** One BatchWriteItem of unconditional puts and deletes, with an outcome for each. */
  List<Outcome> batchWrite(List<Write> writes);

  @Override
  void close();
}
