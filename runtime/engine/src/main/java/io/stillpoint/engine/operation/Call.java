package io.stillpoint.engine.operation;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.model.TableRef;
import java.util.List;

/** A request that was parsed, ready to run. */
public interface Call {
  /**
   * The tables whose instances it will call: each of those is entered before a thread is taken.
   * Empty for calls that go to the home instance.
   */
  List<TableRef> tables();

  /**
   * Runs it; blocks on backends.
   *
   * @return the response's JSON
   * @throws io.stillpoint.engine.error.ServiceException to answer with an error
   * @throws io.stillpoint.api.error.StorageException if a backend could not
   */
  Bytes run(Deadline deadline);

  /** A call on tables. */
  static Call on(List<TableRef> tables, Body body) {
    List<TableRef> named = List.copyOf(tables);
    return new Call() {
      @Override
      public List<TableRef> tables() {
        return named;
      }

      @Override
      public Bytes run(Deadline deadline) {
        return body.run(deadline);
      }
    };
  }

  /** What a call does. */
  @FunctionalInterface
  interface Body {
    /** As {@link Call#run}. */
    Bytes run(Deadline deadline);
  }
}
