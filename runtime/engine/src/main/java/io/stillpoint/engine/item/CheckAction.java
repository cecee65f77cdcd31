package io.stillpoint.engine.item;

import io.stillpoint.engine.write.Effect;
import io.stillpoint.engine.write.ItemAction;

/** Writes nothing, but the batch is applied only if the condition holds. */
public record CheckAction(Check check) implements ItemAction {
  @Override
  public Effect decide(StoredItem current) {
    check.require(current);
    return Effect.Keep.INSTANCE;
  }
}
