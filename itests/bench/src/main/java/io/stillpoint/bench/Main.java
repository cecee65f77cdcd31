package io.stillpoint.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs benchmarks by name. Exit status: 0 every goal met, 1 one missed or a run failed, 2 wrong
 * usage or a program is missing.
 */
public final class Main {
  private static final List<String> ALL = List.of("lease", "start", "get", "query", "put");

  private Main() {}

  public static void main(String[] names) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    if (names.length != 1 || !(ALL.contains(names[0]) || names[0].equals("all"))) {
      System.err.println("Name one benchmark: " + String.join(", ", ALL) + ", or all.");
      System.exit(2);
    }
    out.println(machine());
    Report report = new Report(out);
    int status;
    try {
      for (String name : names[0].equals("all") ? ALL : List.of(names)) {
        run(name, report);
      }
      status = report.finish() ? 0 : 1;
    } catch (NotRunException e) {
      System.err.println(e.getMessage());
      status = 2;
    } catch (IOException | SQLException | RunnerException e) {
      System.err.println("failed: " + e.getMessage());
      status = 1;
    } catch (InterruptedException e) {
      status = 1;
    }
    System.exit(status);
  }

  private static void run(String name, Report report)
      throws IOException, InterruptedException, NotRunException, SQLException, RunnerException {
    switch (name) {
      case "start" -> ColdStart.run(report);
      case "lease" -> LeaseTime.run(report);
      default -> new Requests(name, report).run();
    }
  }

  /** What the figures depend on. */
  private static String machine() throws IOException {
    Path scratch = Scratch.folder();
    return String.format(
        "%s; %d processors; Java %s; data on %s (%s); load average %s",
        LocalDate.now(ZoneOffset.UTC),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        scratch,
        Files.getFileStore(scratch).type(),
        Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
  }
}
