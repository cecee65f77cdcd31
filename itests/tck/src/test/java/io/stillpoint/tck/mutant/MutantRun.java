package io.stillpoint.tck.mutant;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

/** Runs the targeted test against a mutant and says what came of it. */
final class MutantRun {
  /** No test of the kit takes so long, the drain deadline of its own included. */
  private static final int SECONDS = 90;

  /**
   * What happened.
   *
   * @param failure the test's own; null if it passed
   */
  record Verdict(boolean ran, boolean timedOut, Throwable failure) {
    /** As the table has it. */
    String caughtBy() {
      if (timedOut) {
        return "the runner's limit of " + SECONDS + " s";
      }
      if (!ran) {
        return "nothing: the test was not found";
      }
      return failure == null ? "nothing" : String.valueOf(failure.getMessage());
    }

    /** Whether the test says that it cannot run on this machine. */
    boolean notRun() {
      return failure instanceof TestAbortedException
          && String.valueOf(failure.getMessage()).contains("not run: needs");
    }

    /** Whether the assertion with the ID failed, and not another, or an error. */
    boolean isCaughtBy(String id) {
      return failure instanceof AssertionError
          && failure.getMessage() != null
          && failure.getMessage().contains("[" + id + "]");
    }
  }

  private MutantRun() {}

  static Verdict run(Mutant mutant, Path classes) throws Exception {
    String[] target = mutant.target().split("#", -1);
    ClassLoader loader = new MutantLoader(classes);
    Class<?> test = loader.loadClass("io.stillpoint.tck.sqlite." + target[0]);
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(test, method(test, target[1])))
            .build();
    Listener listener = new Listener();
    FutureTask<Void> running =
        new FutureTask<>(
            () -> {
              Thread.currentThread().setContextClassLoader(loader);
              launcher().execute(request, listener);
              return null;
            });
    Thread thread = new Thread(running, "mutant");
    thread.setDaemon(true);
    // For a test that has the mutant in a process of its own.
    System.setProperty("stillpoint.tck.changedClasses", classes.toString());
    thread.start();
    try {
      running.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return new Verdict(true, true, null);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the launcher failed", e.getCause());
    } finally {
      System.clearProperty("stillpoint.tck.changedClasses");
    }
    return new Verdict(listener.tests.get() == 1, false, listener.failure);
  }

  private static java.lang.reflect.Method method(Class<?> test, String name) {
    for (Class<?> in = test; in != null; in = in.getSuperclass()) {
      for (java.lang.reflect.Method method : in.getDeclaredMethods()) {
        if (method.getName().equals(name)) {
          return method;
        }
      }
    }
    throw new AssertionError("no test " + name + " in " + test.getName());
  }

  private static Launcher launcher() {
    return LauncherFactory.create(
        LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .build());
  }

  private static final class Listener implements TestExecutionListener {
    private final AtomicInteger tests = new AtomicInteger();
    private volatile Throwable failure;

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        tests.incrementAndGet();
      }
      result
          .getThrowable()
          .ifPresent(
              thrown -> {
                if (failure == null) {
                  failure = thrown;
                }
              });
    }
  }
}
