package io.stillpoint.launcher;

/**
 * The exit statuses of {@code bin/stillpoint}, other than those of commands that {@code exec}
 * passes through (OPS-2). Documented in docs/operating.md and by {@code --help}.
 */
public enum ExitStatus {
  OK(0, "done; a server that was told to stop has stopped"),
  FAILED(1, "the server or the command failed"),
  USAGE(2, "wrong command line, or no suitable Java"),
  NO_SERVER(3, "no server runs on the data folder"),
  ALREADY_RUNNING(4, "another server runs on the data folder"),
  ENDPOINT(5, "the endpoint cannot listen, for example because the port is in use"),
  STORAGE(6, "the data folder cannot be used, or the home instance does not serve");

  private final int code;
  private final String meaning;

  ExitStatus(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  String meaning() {
    return meaning;
  }
}
