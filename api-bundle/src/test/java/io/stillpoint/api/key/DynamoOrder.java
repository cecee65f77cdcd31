package io.stillpoint.api.key;

import io.stillpoint.api.item.AttributeValue;

/** DynamoDB's order of two keys of one type, stated without the codec. */
final class DynamoOrder {
  private DynamoOrder() {}

  static int compare(AttributeValue a, AttributeValue b) {
    if (a instanceof AttributeValue.N x && b instanceof AttributeValue.N y) {
      return x.value().compareTo(y.value());
    }
    if (a instanceof AttributeValue.S x && b instanceof AttributeValue.S y) {
      return codePointOrder(x.value(), y.value());
    }
    return ((AttributeValue.B) a).value().compareTo(((AttributeValue.B) b).value());
  }

  /** UTF-8 byte order is code point order, which UTF-16's is not. */
  private static int codePointOrder(String a, String b) {
    int[] x = a.codePoints().toArray();
    int[] y = b.codePoints().toArray();
    return java.util.Arrays.compare(x, y);
  }
}
