package io.stillpoint.bench.server;

import java.nio.file.Path;
import java.util.List;

/** The servers that are compared, each as its makers ship it, with a store on disk. */
public enum ServerKind {
  STILLPOINT("stillpoint") {
    @Override
    List<String> command(Path folder, int port) {
      return List.of(
          ROOT.resolve("bin/stillpoint").toString(),
          "--data",
          folder.resolve("data").toString(),
          "--port",
          Integer.toString(port));
    }
  },
  DYNALITE("dynalite") {
    @Override
    List<String> command(Path folder, int port) {
      return List.of(
          "node",
          PEERS.resolve("dynalite/cli.js").toString(),
          "--path",
          folder.resolve("store").toString(),
          "--createTableMs",
          "0",
          "--deleteTableMs",
          "0",
          "--port",
          Integer.toString(port));
    }
  },
  DYNOXIDE("dynoxide") {
    @Override
    List<String> command(Path folder, int port) {
      return List.of(
          PEERS.resolve("@dynoxide/linux-x64/dynoxide").toString(),
          "serve",
          "--db-path",
          folder.resolve("store.db").toString(),
          "--port",
          Integer.toString(port));
    }
  };

  /** System property: the folder of this project. */
  private static final Path ROOT =
      Path.of(System.getProperty("stillpoint.root", "")).toAbsolutePath();

  private static final Path PEERS = ROOT.resolve("itests/bench/peers/node_modules");

  private final String title;

  ServerKind(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /** Starts the server as the process itself, not as a child of it. */
  abstract List<String> command(Path folder, int port);
}
