package io.stillpoint.launcher.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;

/** When a server is ready, in a real framework whose services the test registers. */
@Tag("OPS-2")
class ReadinessTest {
  private static final String STORAGE = "io.stillpoint.api.storage.StorageEngine";
  private static final String ENGINE = "io.stillpoint.engine.request.RequestHandler";
  private static final String SERVING = "io.stillpoint.engine.admin.ServingInstances";
  private static final String ENDPOINT = "io.stillpoint.http.Endpoint";
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);

  @TempDir Path folder;

  private Framework framework;

  @BeforeEach
  void start() throws Exception {
    framework =
        new FrameworkFactory().newFramework(Map.of(Constants.FRAMEWORK_STORAGE, folder.toString()));
    framework.start();
  }

  @AfterEach
  void stop() throws Exception {
    framework.stop();
    framework.waitForStop(LONG.toMillis());
  }

  private ServiceRegistration<?> register(String type, Map<String, Object> properties) {
    return framework
        .getBundleContext()
        .registerService(
            type,
            new ServiceFactory<Object>() {
              @Override
              public Object getService(Bundle user, ServiceRegistration<Object> registration) {
                return new Object();
              }

              @Override
              public void ungetService(
                  Bundle user, ServiceRegistration<Object> registration, Object service) {}
            },
            FrameworkUtil.asDictionary(properties));
  }

  private ServiceRegistration<?> registerHome(String status) {
    return register(STORAGE, home(status));
  }

  private static Map<String, Object> home(String status) {
    return Map.of(
        "stillpoint.instance", "local",
        "stillpoint.status", status,
        "stillpoint.status.reason", "because.");
  }

  private void registerEngine() {
    register(ENGINE, Map.of());
    register(SERVING, Map.of("stillpoint.engine.serving", new String[] {"far", "local"}));
  }

  private void registerEndpoint() {
    register(
        ENDPOINT,
        Map.of("stillpoint.http.status", "LISTENING", "stillpoint.http.address", "http://a:1"));
  }

  private String await(Duration bound) throws LaunchException, InterruptedException {
    return Readiness.await(framework.getBundleContext(), "local", bound);
  }

  private CompletableFuture<String> awaitElsewhere() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return await(LONG);
          } catch (LaunchException | InterruptedException e) {
            throw new CompletionException(e);
          }
        });
  }

  @Test
  void all_that_is_there_already() throws Exception {
    registerHome("SERVING");
    registerEngine();
    registerEndpoint();

    assertEquals("http://a:1", await(SHORT));
  }

  @Test
  void it_waits_for_services_and_for_changes_of_their_properties() throws Exception {
    CompletableFuture<String> address = awaitElsewhere();
    ServiceRegistration<?> home = registerHome("CONNECTING");
    registerEndpoint();
    registerEngine();

    home.setProperties(FrameworkUtil.asDictionary(home("SERVING")));

    assertEquals("http://a:1", address.get(LONG.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void a_failure_ends_the_wait_at_once() {
    CompletableFuture<String> address = awaitElsewhere();
    ServiceRegistration<?> home = registerHome("CONNECTING");
    home.setProperties(FrameworkUtil.asDictionary(home("FAILED")));

    CompletionException thrown = assertThrows(CompletionException.class, address::join);

    LaunchException refused = (LaunchException) thrown.getCause();
    assertEquals(ExitStatus.STORAGE, refused.status());
    assertEquals("the home instance 'local' does not serve: because.", refused.getMessage());
  }

  private NotReadyException notReady() {
    return assertThrows(NotReadyException.class, () -> await(SHORT));
  }

  @Test
  void at_the_bound_it_names_what_it_waits_for() {
    registerEndpoint();
    NotReadyException noHome = notReady();
    assertEquals(ExitStatus.STORAGE, noHome.status());
    assertTrue(
        noHome
            .getMessage()
            .startsWith(
                "not ready after 0 s: waiting for the home instance 'local', which no backend has"
                    + " registered"),
        noHome::getMessage);

    ServiceRegistration<?> home = registerHome("CONNECTING");
    assertTrue(
        notReady().getMessage().endsWith("'local', which is CONNECTING (because.)"),
        () -> notReady().getMessage());

    home.setProperties(FrameworkUtil.asDictionary(home("SERVING")));
    assertEquals(ExitStatus.FAILED, notReady().status());
    assertTrue(notReady().getMessage().contains("the engine"), () -> notReady().getMessage());

    // The backend serves and the engine runs, but the engine has not seen whose the backend is.
    register(ENGINE, Map.of());
    register(SERVING, Map.of("stillpoint.engine.serving", new String[] {"far"}));
    assertTrue(
        notReady()
            .getMessage()
            .endsWith("does not let calls through to the home instance 'local' yet"),
        () -> notReady().getMessage());
  }

  @Test
  void another_instance_is_not_the_home() {
    register(STORAGE, Map.of("stillpoint.instance", "archive", "stillpoint.status", "SERVING"));
    register(ENGINE, Map.of());
    registerEndpoint();

    assertTrue(notReady().getMessage().contains("no backend has registered"));
  }
}
