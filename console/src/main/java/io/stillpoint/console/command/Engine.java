package io.stillpoint.console.command;

/** The engine's services, which come and go with its bundle. */
final class Engine {
  private Engine() {}

  /**
   * Returns the service.
   *
   * @throws CommandException if it is not there
   */
  static <S> S required(S service) {
    if (service == null) {
      throw CommandException.failed(
          "The engine is not running in this server, so there is nothing to ask. The server's log"
              + " (log/stillpoint.log in its data folder) says why.");
    }
    return service;
  }
}
