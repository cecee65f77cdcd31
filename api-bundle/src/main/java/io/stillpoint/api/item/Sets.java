package io.stillpoint.api.item;

import java.util.Collection;
import java.util.HashSet;

/** Equality of DynamoDB sets, which ignores order. */
final class Sets {
  private Sets() {}

  static boolean equal(Collection<?> a, Collection<?> b) {
    return a.size() == b.size() && new HashSet<>(a).equals(new HashSet<>(b));
  }

  static int hash(Collection<?> values) {
    return new HashSet<>(values).hashCode();
  }
}
