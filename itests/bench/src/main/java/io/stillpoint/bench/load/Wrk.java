package io.stillpoint.bench.load;

import io.stillpoint.bench.NotRunException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load generator: one thread, 32 connections, the script wrk/dynamodb.lua. */
public final class Wrk {
  private static final Pattern RESULT =
      Pattern.compile(
          "RESULT requests=(\\d+) micros=(\\d+) bytes=(\\d+) failed=(\\d+) p50=(\\d+) p99=(\\d+)");

  private final Path script;

  public Wrk(Path script) {
    this.script = script;
  }

  /**
   * What one run did. Every answer had a status of 200.
   *
   * @param perSecond answers a second
   * @param bytesEach bytes of an answer with its header, on average
   */
  public record Result(double perSecond, double bytesEach, Duration median, Duration percentile99) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%,.0f/s, median %.1f ms, p99 %.1f ms",
          perSecond,
          median.toNanos() / 1e6,
          percentile99.toNanos() / 1e6);
    }
  }

  /**
   * Sends one operation over and over.
   *
   * @param operation put, get or query
   * @param partitions keys are taken at random from the first so many partitions
   * @throws IOException if wrk fails, or one request did
   * @throws NotRunException if there is no wrk
   */
  public Result run(URI endpoint, String operation, int partitions, Duration time)
      throws IOException, InterruptedException, NotRunException {
    List<String> command =
        List.of(
            "wrk",
            "-t1",
            "-c32",
            "-d" + time.toSeconds() + "s",
            "--timeout",
            "10s",
            "-s",
            script.toString(),
            endpoint.toString(),
            "--",
            operation,
            Integer.toString(partitions));
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new NotRunException("not run: no program wrk; install the Debian package wrk");
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    Matcher result = RESULT.matcher(output);
    if (status != 0 || !result.find()) {
      throw new IOException("wrk ended with " + status + ": " + output);
    }
    long requests = Long.parseLong(result.group(1));
    long failed = Long.parseLong(result.group(4));
    if (failed > 0 || requests == 0) {
      throw new IOException(failed + " of " + requests + " requests failed: " + output);
    }
    return new Result(
        requests * 1e6 / Long.parseLong(result.group(2)),
        Double.parseDouble(result.group(3)) / requests,
        micros(result.group(5)),
        micros(result.group(6)));
  }

  private static Duration micros(String text) {
    return Duration.ofNanos(1000 * Long.parseLong(text));
  }
}
