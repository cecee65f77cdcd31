package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.Intent;
import io.stillpoint.api.coordination.Intents;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operations that are begun once, one at a time for each scope. */
@Tag("COORD-3")
public abstract class IntentsContract extends ContractTest {
  private Intents intents() {
    return instance().coordination().intents();
  }

  private Intents.Begun begin(String key, String scope) {
    return intents().begin(key, scope, "CreateTable", text("payload of " + key), soon());
  }

  private static Intent created(Intents.Begun begun) {
    return assertInstanceOf(Intents.Begun.Created.class, begun).intent();
  }

  @Test
  void aKeyNamesOneOperationForEver() {
    Intent intent = created(begin("k", "s"));
    assertEquals(
        new Intent("k", "s", "CreateTable", text("payload of k"), true, Bytes.EMPTY), intent);
    assertEquals(new Intents.Begun.Existing(intent), begin("k", "another scope"));
    assertTrue(intents().complete("k", text("done"), soon()));
    assertFalse(intents().complete("k", text("again"), soon()));
    Intent completed = assertInstanceOf(Intents.Begun.Existing.class, begin("k", "s")).intent();
    assertFalse(completed.active());
    assertEquals(text("done"), completed.result());
  }

  @Test
  void aScopeHasOneActiveOperation() {
    Intent holder = created(begin("k1", "s"));
    assertEquals(
        new Intents.Begun.Busy(holder),
        begin("k2", "s"),
        "[COORD-3/one-active] a scope has one active operation at a time");
    created(begin("k3", "another scope"));
    intents().complete("k1", Bytes.EMPTY, soon());
    created(begin("k2", "s"));
  }

  @Test
  void activeOperationsAreListedAsTheyWereBegun() throws Exception {
    created(begin("z", "1"));
    created(begin("a", "2"));
    created(begin("m", "3"));
    intents().complete("a", Bytes.EMPTY, soon());
    assertEquals(List.of("z", "m"), intents().active(soon()).stream().map(Intent::key).toList());
    if (isDurable()) {
      reopen();
      assertEquals(List.of("z", "m"), intents().active(soon()).stream().map(Intent::key).toList());
    }
  }

  @Test
  void oneOfManyBeginsAnOperation() throws Exception {
    int callers = 8;
    CyclicBarrier barrier = new CyclicBarrier(callers);
    ExecutorService pool = Executors.newFixedThreadPool(callers);
    int created = 0;
    int busy = 0;
    try {
      List<Future<Intents.Begun>> futures = new ArrayList<>();
      for (int c = 0; c < callers; c++) {
        String key = "k" + c;
        futures.add(
            pool.submit(
                () -> {
                  barrier.await(30, TimeUnit.SECONDS);
                  return begin(key, "one scope");
                }));
      }
      for (Future<Intents.Begun> future : futures) {
        Intents.Begun begun = future.get(30, TimeUnit.SECONDS);
        created += begun instanceof Intents.Begun.Created ? 1 : 0;
        busy += begun instanceof Intents.Begun.Busy ? 1 : 0;
      }
    } finally {
      pool.shutdownNow();
    }
    assertEquals(1, created);
    assertEquals(callers - 1, busy);
    assertEquals(1, intents().active(soon()).size());
  }
}
