package io.stillpoint.launcher;

import java.util.function.IntSupplier;

/**
 * Ends the process in order when a signal arrives. A signal starts the JVM's shutdown, so this is a
 * shutdown hook; it halts with a status of its own, since the JVM would report the signal (143) for
 * a server that did exactly what it was told.
 */
final class StopOnSignal {
  private final Thread hook;

  private StopOnSignal(Thread hook) {
    this.hook = hook;
  }

  /**
   * @param end stops the server and returns the exit status
   */
  static StopOnSignal install(IntSupplier end) {
    Thread hook = new Thread(() -> Runtime.getRuntime().halt(end.getAsInt()), "stillpoint-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    return new StopOnSignal(hook);
  }

  /** The server ended in another way. Waits for the hook if a signal came before. */
  void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is at work and halts the process: nothing may be taken away from under it.
      try {
        hook.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
