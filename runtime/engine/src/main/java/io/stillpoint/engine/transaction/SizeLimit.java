package io.stillpoint.engine.transaction;

import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.write.Effect;
import io.stillpoint.engine.write.ItemAction;

/**
 * The limit on what a transaction writes in all: 4 MB (Developer Guide, "Quotas"). Not thread-safe.
 */
final class SizeLimit {
  static final long MAX_BYTES = 4L * 1024 * 1024;

  private final long[] sizes;

  SizeLimit(int actions) {
    sizes = new long[actions];
  }

  /** An action whose item counts; the one that brings the sum over the limit is refused. */
  ItemAction count(int place, ItemAction action) {
    return new ItemAction() {
      @Override
      public Effect decide(StoredItem current) {
        sizes[place] = 0;
        Effect effect = action.decide(current);
        if (effect instanceof Effect.Put put) {
          sizes[place] = put.item().size();
          require();
        }
        return effect;
      }

      @Override
      public boolean isBlind() {
        return action.isBlind();
      }
    };
  }

  private void require() {
    long sum = 0;
    for (long size : sizes) {
      sum += size;
    }
    if (sum > MAX_BYTES) {
      throw ServiceException.validation(
          "The items of the transaction are larger than 4 MB in all; write fewer at once");
    }
  }
}
