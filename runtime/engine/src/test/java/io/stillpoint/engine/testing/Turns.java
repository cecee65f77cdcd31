package io.stillpoint.engine.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Lets several threads run one at a time, in an order that a seed decides: each stops at {@link
 * #next} until it is drawn. The same seed gives the same interleaving.
 */
public final class Turns {
  private static final long PATIENCE_SECONDS = 20;

  private static final ThreadLocal<Actor> SELF = new ThreadLocal<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Random random;
  private final List<Actor> actors = new ArrayList<>();

  private static final class Actor {
    final String name;
    boolean waiting;
    boolean drawn;
    boolean ended;
    Throwable failure;

    Actor(String name) {
      this.name = name;
    }
  }

  public Turns(Random random) {
    this.random = random;
  }

  /** Adds a thread, which begins when {@link #run} does. */
  public void add(String name, Runnable body) {
    Actor actor = new Actor(name);
    actors.add(actor);
    Thread thread =
        new Thread(
            () -> {
              SELF.set(actor);
              try {
                next();
                body.run();
              } catch (Throwable e) {
                actor.failure = e;
              } finally {
                end(actor);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for this thread's next turn; returns at once on threads that take no turns. */
  public void next() {
    Actor actor = SELF.get();
    if (actor == null) {
      return;
    }
    lock.lock();
    try {
      actor.waiting = true;
      actor.drawn = false;
      changed.signalAll();
      await("its turn: " + actor.name, () -> actor.drawn);
      actor.waiting = false;
    } finally {
      lock.unlock();
    }
  }

  private void end(Actor actor) {
    lock.lock();
    try {
      actor.ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives turns until every thread has ended; throws what one of them threw. */
  public void run() {
    lock.lock();
    try {
      while (true) {
        await(
            "every thread stands or has ended",
            () -> actors.stream().allMatch(actor -> actor.waiting || actor.ended));
        List<Actor> ready = actors.stream().filter(actor -> !actor.ended).toList();
        if (ready.isEmpty()) {
          break;
        }
        Actor chosen = ready.get(random.nextInt(ready.size()));
        chosen.waiting = false;
        chosen.drawn = true;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    for (Actor actor : actors) {
      if (actor.failure != null) {
        throw new AssertionError(actor.name + " failed", actor.failure);
      }
    }
  }

  private void await(String what, BooleanSupplier condition) {
    long left = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          throw new AssertionError("waited in vain until " + what);
        }
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while waiting until " + what, e);
    }
  }
}
