package io.stillpoint.engine.service;

import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Bulkhead;
import io.stillpoint.engine.json.JsonReader;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.TableAccess;
import io.stillpoint.engine.request.Request;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.engine.request.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Takes requests: parses on the caller's thread, takes a place in the bulkhead of each instance
 * that the call goes to, then a thread; without either the answer is 503 at once. Thread safe.
 */
final class Dispatcher implements RequestHandler {
  private final Operations operations;
  private final BackendDirectory backends;
  private final TableAccess access;
  private final Supplier<String> home;
  private final Duration timeout;
  private final WorkerPool workers;

  /**
   * @param home the name of the home instance, where a table's name is looked up
   * @param timeout how long a call may take
   */
  Dispatcher(
      Operations operations,
      BackendDirectory backends,
      TableAccess access,
      Supplier<String> home,
      Duration timeout,
      WorkerPool workers) {
    this.operations = operations;
    this.backends = backends;
    this.access = access;
    this.home = home;
    this.timeout = timeout;
    this.workers = workers;
  }

  @Override
  public void handle(Request request, Consumer<Response> reply) {
    Response refusal;
    try {
      start(request, reply);
      return;
    } catch (Throwable e) {
      refusal = Failures.response(request, e);
    }
    reply.accept(refusal);
  }

  /** Starts the call; throws only if the reply was not and will not be given. */
  private void start(Request request, Consumer<Response> reply) {
    Deadline deadline = Deadline.after(timeout);
    Call call =
        operations
            .get(request.operation())
            .parse(request.account(), JsonReader.parse(request.body()));
    List<Bulkhead> places = enter(request.account(), call);
    try {
      workers.execute(
          () -> {
            Response response;
            try {
              response = run(request, call, deadline);
            } finally {
              places.forEach(Bulkhead::exit);
            }
            reply.accept(response);
          });
    } catch (RuntimeException e) {
      places.forEach(Bulkhead::exit);
      throw e;
    }
  }

  private static Response run(Request request, Call call, Deadline deadline) {
    try {
      return new Response(200, call.run(deadline));
    } catch (Throwable e) {
      // An Error too must be answered, or the client waits for ever and the place stays taken.
      return Failures.response(request, e);
    }
  }

  private List<Bulkhead> enter(String account, Call call) {
    TreeSet<String> instances = new TreeSet<>();
    for (TableRef table : call.tables()) {
      String known = access.knownInstance(account, table);
      instances.add(known == null ? home.get() : known);
    }
    if (instances.isEmpty()) {
      instances.add(home.get());
    }
    List<Bulkhead> entered = new ArrayList<>(instances.size());
    try {
      for (String instance : instances) {
        Bulkhead bulkhead = backends.bulkhead(instance);
        bulkhead.enter();
        entered.add(bulkhead);
      }
      return entered;
    } catch (RuntimeException e) {
      entered.forEach(Bulkhead::exit);
      throw e;
    }
  }
}
