package io.stillpoint.engine.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The directory's rules about services: names, versions, states, departures. */
@Tag("RT-1")
class BackendDirectoryTest {
  private final BackendDirectory directory = new BackendDirectory(true);

  /** A storage service of which the directory only ever calls {@code abort}. */
  private static final class Storage {
    final CountDownLatch aborted = new CountDownLatch(1);
    final StorageEngine service =
        (StorageEngine)
            Proxy.newProxyInstance(
                StorageEngine.class.getClassLoader(),
                new Class<?>[] {StorageEngine.class},
                (proxy, method, arguments) -> {
                  switch (method.getName()) {
                    case "abort" -> aborted.countDown();
                    case "toString" -> {
                      return "storage";
                    }
                    default -> throw new AssertionError("not expected: " + method);
                  }
                  return null;
                });
  }

  @Test
  void lendsTheServiceOfAnInstance() {
    Storage storage = new Storage();
    directory.addStorage(storage.service, properties("local"));
    try (Lease<StorageEngine> lease = directory.lease("local")) {
      assertSame(storage.service, lease.service());
      assertEquals("local", lease.properties().name());
    }
  }

  @Test
  void saysWhyAnInstanceCannotBeCalled() {
    assertUnavailable("No backend instance 'pg' is running.", "pg");

    Map<String, Object> properties = properties("pg");
    properties.put(BackendProperties.STATUS, "CONNECTING");
    properties.put(BackendProperties.STATUS_REASON, "Connection to db:5432 refused.");
    Storage storage = new Storage();
    directory.addStorage(storage.service, properties);
    assertUnavailable(
        "The backend instance 'pg' is connecting to its database. Connection to db:5432 refused.",
        "pg");

    properties.put(BackendProperties.STATUS, "FAILED");
    properties.put(BackendProperties.STATUS_REASON, "The password is wrong.");
    directory.updatedStorage(storage.service, properties);
    assertUnavailable("The backend instance 'pg' has failed. The password is wrong.", "pg");

    directory.updatedStorage(storage.service, properties("pg"));
    directory.lease("pg").close();
  }

  @Test
  void takesOneServiceOfANameAndTheNextWhenItIsGone() throws InterruptedException {
    Storage first = new Storage();
    Storage second = new Storage();
    directory.addStorage(first.service, properties("local"));
    directory.addStorage(second.service, properties("local"));
    try (Lease<StorageEngine> lease = directory.lease("local")) {
      assertSame(first.service, lease.service());
    }
    List<InstanceState> states = directory.instances();
    assertEquals(2, states.size());
    assertEquals("", states.get(0).problem());
    assertEquals(
        "A second StorageEngine calls itself instance 'local' and is not used while the first is"
            + " there; give one of them another name.",
        states.get(1).problem());

    directory.removeStorage(first.service);
    assertTrue(first.aborted.await(10, TimeUnit.SECONDS), "waited for abort of the first");
    try (Lease<StorageEngine> lease = directory.lease("local")) {
      assertSame(second.service, lease.service());
    }
    assertEquals(1, second.aborted.getCount());
  }

  @Test
  @Tag("RT-7")
  void refusesAnotherContractAndNamesBothVersions() {
    Map<String, Object> properties = properties("old");
    properties.put(BackendProperties.CONTRACT, "0.7");
    directory.addStorage(new Storage().service, properties);
    assertUnavailable(
        "The backend 'test' of the instance 'old' was built for storage contract 0.7, this server"
            + " speaks 0.1; install a bundle built for 0.1.",
        "old");
    assertTrue(directory.instances().get(0).refused());

    // And does not keep the name from one that fits.
    Storage fitting = new Storage();
    directory.addStorage(fitting.service, properties("old"));
    try (Lease<StorageEngine> lease = directory.lease("old")) {
      assertSame(fitting.service, lease.service());
    }
  }

  @Test
  void waitsForCallsBeforeItAborts() throws InterruptedException {
    Storage storage = new Storage();
    directory.addStorage(storage.service, properties("local"));
    Lease<StorageEngine> call = directory.lease("local");

    // Returns although a call is inside: this is a bundle's callback.
    directory.removeStorage(storage.service);
    assertUnavailable("No backend instance 'local' is running.", "local");
    assertFalse(
        storage.aborted.await(100, TimeUnit.MILLISECONDS), "aborted while a call was inside");
    call.close();
    assertTrue(storage.aborted.await(4, TimeUnit.SECONDS), "waited for abort after the last call");
  }

  @Test
  void abortsCallsThatStayTooLong() throws InterruptedException {
    Storage storage = new Storage();
    directory.addStorage(storage.service, properties("local"));
    Lease<StorageEngine> stuck = directory.lease("local");
    long began = System.nanoTime();
    directory.removeStorage(storage.service);
    assertTrue(storage.aborted.await(10, TimeUnit.SECONDS), "waited for abort of a stuck call");
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    assertTrue(seconds >= 4, "aborted after only " + seconds + " s");
    stuck.close();
  }

  @Test
  void leavesInstancesAloneWhenTheEngineStops() throws InterruptedException {
    Storage storage = new Storage();
    directory.addStorage(storage.service, properties("local"));
    directory.close();
    assertThrows(ServiceException.class, () -> directory.lease("local"));
    directory.removeStorage(storage.service);
    assertFalse(storage.aborted.await(100, TimeUnit.MILLISECONDS), "the instance outlives it");
  }

  @Test
  void servesOnlyAdmittedInstances() {
    BackendDirectory strict = new BackendDirectory();
    List<String> told = new ArrayList<>();
    strict.onChange(told::add);
    Storage storage = new Storage();
    strict.addStorage(storage.service, properties("local"));
    assertThrows(ServiceException.class, () -> strict.lease("local"));
    try (Lease<StorageEngine> lease = strict.leaseForAdmission("local")) {
      assertNotNull(lease);
      strict.admit(lease);
    }
    strict.lease("local").close();
    assertNull(strict.leaseForAdmission("local"), "nothing more to admit");
    assertEquals(List.of("local", "local"), told);
  }

  @Test
  void limitsCallsByTheInstancesBulkhead() {
    Map<String, Object> properties = properties("local");
    properties.put(BackendProperties.CONCURRENCY, 2);
    Storage storage = new Storage();
    directory.addStorage(storage.service, properties);
    Bulkhead bulkhead = directory.bulkhead("local");
    bulkhead.enter();
    assertTrue(bulkhead.tryEnter());
    assertFalse(bulkhead.tryEnter());
    ServiceException refusal = assertThrows(ServiceException.class, bulkhead::enter);
    assertEquals(ErrorType.SERVICE_UNAVAILABLE, refusal.type());
    assertEquals(
        "The backend instance 'local' is running 2 requests, its limit. The request was not"
            + " applied; send it again.",
        refusal.getMessage());
    bulkhead.exit();
    assertTrue(bulkhead.tryEnter());

    properties.put(BackendProperties.CONCURRENCY, 3);
    directory.updatedStorage(storage.service, properties);
    assertTrue(directory.bulkhead("local").tryEnter(), "the limit follows the property");
  }

  private void assertUnavailable(String sentence, String instance) {
    ServiceException refusal =
        assertThrows(ServiceException.class, () -> directory.lease(instance).close());
    assertEquals(ErrorType.SERVICE_UNAVAILABLE, refusal.type());
    assertEquals(sentence + " The request was not applied; send it again.", refusal.getMessage());
  }

  private static Map<String, Object> properties(String instance) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(BackendProperties.INSTANCE, instance);
    properties.put(BackendProperties.BACKEND, "test");
    properties.put(BackendProperties.CONTRACT, BackendProperties.CONTRACT_VERSION);
    properties.put(BackendProperties.STATUS, "SERVING");
    properties.put(BackendProperties.CONCURRENCY, 8);
    return properties;
  }
}
