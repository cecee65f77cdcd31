package io.stillpoint.engine.item;

import io.stillpoint.engine.write.Effect;
import io.stillpoint.engine.write.ItemAction;

/** Removes an item if a condition holds. */
public record DeleteAction(Check check) implements ItemAction {
  @Override
  public Effect decide(StoredItem current) {
    check.require(current);
    return Effect.Delete.INSTANCE;
  }

  @Override
  public boolean isBlind() {
    return !check.isPresent();
  }
}
