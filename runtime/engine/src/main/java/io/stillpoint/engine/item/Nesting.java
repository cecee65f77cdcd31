package io.stillpoint.engine.item;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.JsonReader;
import java.util.Collection;
import java.util.Map;

/** The service's limit on nested attributes, for items that an update made. */
final class Nesting {
  /** The levels of a value, the innermost scalar included (Developer Guide, "Quotas"). */
  private static final int MAX_LEVELS = 32;

  private Nesting() {}

  /**
   * @throws ServiceException if a value nests deeper than the service allows
   */
  static void check(Map<String, AttributeValue> item) {
    check(item.values(), 1);
  }

  private static void check(Collection<AttributeValue> values, int level) {
    for (AttributeValue value : values) {
      if (level > MAX_LEVELS) {
        throw ServiceException.validation(JsonReader.TOO_DEEP);
      }
      if (value instanceof AttributeValue.M map) {
        check(map.values().values(), level + 1);
      } else if (value instanceof AttributeValue.L list) {
        check(list.values(), level + 1);
      }
    }
  }
}
