package io.stillpoint.bench;

import io.stillpoint.bench.lease.LeaseBench;
import io.stillpoint.bench.measure.Goal;
import io.stillpoint.bench.measure.Ratios;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The lease of the backend directory, by JMH: two forked JVMs with five iterations each. */
final class LeaseTime {
  private static final double BOUND_NANOS = 200;

  private LeaseTime() {}

  static void run(Report report) throws RunnerException {
    report.heading(
        "lease: take and give back a backend, JMH average time, 2 forks of 5 iterations");
    Options options =
        new OptionsBuilder()
            .include(LeaseBench.class.getName())
            .forks(2)
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(1))
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    for (RunResult result : new Runner(options).run()) {
      BenchmarkParams params = result.getParams();
      String who = params.getThreads() == 1 ? "1 thread" : params.getThreads() + " threads";
      List<Double> nanos = new ArrayList<>();
      for (BenchmarkResult fork : result.getBenchmarkResults()) {
        for (IterationResult iteration : fork.getIterationResults()) {
          nanos.add(iteration.getPrimaryResult().getScore());
        }
      }
      report.judge(Goal.atMost("Directory lease, " + who, "ns", BOUND_NANOS), new Ratios(nanos));
    }
  }
}
