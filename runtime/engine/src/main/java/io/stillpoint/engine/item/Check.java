package io.stillpoint.engine.item;

import io.stillpoint.engine.expression.Condition;
import io.stillpoint.engine.model.ReturnValuesOnConditionCheckFailure;
import io.stillpoint.engine.write.ConditionFailedException;
import java.util.Map;

/**
 * An operation's condition, if it has one.
 *
 * @param condition null if it has none
 * @param showsItem whether a failure returns the item
 */
public record Check(Condition condition, boolean showsItem) {
  /** No condition. */
  public static final Check NONE = new Check(null, false);

  /**
   * A condition of a request.
   *
   * @param condition null if it has none
   */
  public static Check of(Condition condition, ReturnValuesOnConditionCheckFailure onFailure) {
    return new Check(condition, onFailure == ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  public boolean isPresent() {
    return condition != null;
  }

  /**
   * Holds the condition against the item that is there.
   *
   * @param current null if there is none
   * @throws ConditionFailedException if it does not hold
   */
  void require(StoredItem current) {
    if (condition != null && !condition.test(current == null ? Map.of() : current.attributes())) {
      throw new ConditionFailedException(showsItem ? current : null);
    }
  }
}
