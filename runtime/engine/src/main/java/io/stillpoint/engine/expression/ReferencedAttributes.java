package io.stillpoint.engine.expression;

import io.stillpoint.engine.error.ServiceException;
import java.util.Collection;
import java.util.Set;

/**
 * The attributes of the item that an expression refers to.
 *
 * @param all their top-level names
 * @param nested those of them in which the expression looks for a map's attribute or a list's
 *     element
 */
public record ReferencedAttributes(Set<String> all, Set<String> nested) {
  public ReferencedAttributes {
    all = Set.copyOf(all);
    nested = Set.copyOf(nested);
  }

  /**
   * Refuses an expression that looks inside a key attribute.
   *
   * @param keys the names of key attributes, checked in their order
   * @param label {@code Key} for a table's, {@code IndexKey} for an index's
   * @throws ServiceException naming the first
   */
  public void requireScalar(Collection<String> keys, String label) {
    for (String key : keys) {
      if (nested.contains(key)) {
        throw ServiceException.validation(
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
                + " allowed: "
                + label
                + ": "
                + key);
      }
    }
  }
}
