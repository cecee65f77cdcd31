package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.tck.history.History;
import io.stillpoint.tck.history.check.Dump;
import io.stillpoint.tck.history.check.Finding;
import io.stillpoint.tck.history.check.HistoryChecker;
import io.stillpoint.tck.history.check.Report;
import io.stillpoint.tck.history.check.TableModel;
import io.stillpoint.tck.history.load.SdkTable;
import io.stillpoint.tck.history.load.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * kill -9 in the middle of a load: what was acknowledged is there, indexes agree with their table.
 * {@code -Dstillpoint.kills=N} kills more often; {@code -Dstillpoint.seed=N} repeats a run's
 * moments.
 */
@Tag("DDB-5")
@Tag("DDB-12")
class KillIT {
  private final long seed = Loads.seed("KillIT");
  private final Random random = new Random(seed);

  @Test
  @Tag("kills")
  void nothingAcknowledgedIsLost(@TempDir Path data) throws Exception {
    try (ServerProcess server = ServerProcess.start(data);
        DynamoDbClient sdk = Loads.connect(server)) {
      TableModel table = SdkTable.create(sdk, "load", Duration.ofSeconds(20));
      History history = new History("kill");
      try (Workload load = Loads.start(sdk, table, history, seed)) {
        for (int i = 0; i < Loads.KILLS; i++) {
          Loads.awaitStarted(load, load.started() + 300 + random.nextInt(1500));
          server.kill();
          server.start();
        }
        Loads.awaitStarted(load, load.started() + 300);
        load.stop();
        load.await(Loads.BOUND);
      }
      Dump dump = Loads.dump(server, table);
      new HistoryChecker().check(history.entries(), List.of(dump)).assertAccepted();
    }
  }

  /**
   * The check can fail: the same history is accepted of the file as the load left it, and refused
   * of one that went back in time, as a loss and nothing else.
   */
  @Test
  void aLostWriteIsSeen(@TempDir Path data, @TempDir Path copy) throws Exception {
    try (ServerProcess server = ServerProcess.start(data);
        DynamoDbClient sdk = Loads.connect(server)) {
      TableModel table = SdkTable.create(sdk, "load", Duration.ofSeconds(20));
      server.kill();
      Path files = data.resolve("data");
      copyAll(files, copy);
      server.start();
      History history = new History("kill");
      try (Workload load = Loads.start(sdk, table, history, seed)) {
        Loads.awaitStarted(load, 500);
        load.stop();
        load.await(Loads.BOUND);
      }
      Dump whole = Loads.dump(server, table);
      new HistoryChecker().check(history.entries(), List.of(whole)).assertAccepted();
      server.kill();
      copyAll(copy, files);
      server.start();
      Dump rewound = Loads.dump(server, table);
      assertEquals(List.of(), rewound.items(), "the file is as it was before the load");
      Report report = new HistoryChecker().check(history.entries(), List.of(rewound));
      assertEquals(
          EnumSet.of(Finding.Kind.NOT_LINEARIZABLE),
          report.findings().stream()
              .map(Finding::kind)
              .collect(Collectors.toCollection(() -> EnumSet.noneOf(Finding.Kind.class))),
          report::toString);
      for (Finding finding : report.findings()) {
        assertTrue(finding.summary().startsWith("the final dump has nothing"), finding::toString);
      }
    }
  }

  private static void copyAll(Path from, Path to) throws Exception {
    try (Stream<Path> old = Files.list(to)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
