package io.stillpoint.engine.item;

import io.stillpoint.engine.write.Effect;
import io.stillpoint.engine.write.ItemAction;

/** Writes an item if a condition holds. */
public record PutAction(StoredItem item, Check check) implements ItemAction {
  @Override
  public Effect decide(StoredItem current) {
    check.require(current);
    return new Effect.Put(item);
  }

  @Override
  public boolean isBlind() {
    return !check.isPresent();
  }
}
