package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Values;
import io.stillpoint.tck.history.check.TableModel;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Between the SDK's attribute values and the texts of {@link Values}. */
final class SdkItems {
  private SdkItems() {}

  static String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> Values.s(value.s());
      case N -> Values.number(value.n());
      case B -> "B:" + base64(value.b());
      case BOOL -> "BOOL:" + value.bool();
      case NUL -> "NULL:";
      case SS -> "SS:" + value.ss().stream().sorted().toList();
      case NS -> "NS:" + value.ns().stream().map(Values::number).sorted().toList();
      case BS -> "BS:" + value.bs().stream().map(SdkItems::base64).sorted().toList();
      case L -> "L:" + value.l().stream().map(SdkItems::text).toList();
      case M -> "M:" + texts(value.m());
      case UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalArgumentException("The SDK does not know this type: " + value);
    };
  }

  static Map<String, String> texts(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, e -> text(e.getValue()), (a, b) -> a, TreeMap::new));
  }

  /** Scalars only: the load writes nothing else. */
  static AttributeValue value(String text) {
    String rest = text.substring(text.indexOf(':') + 1);
    return switch (Values.type(text)) {
      case "S" -> AttributeValue.fromS(rest);
      case "N" -> AttributeValue.fromN(rest);
      case "B" -> AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(rest)));
      default -> throw new IllegalArgumentException("The load writes S, N and B, not " + text);
    };
  }

  static Map<String, AttributeValue> key(TableModel table, Key key) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    attributes.put(table.hash(), value(key.hash()));
    if (!table.range().isEmpty()) {
      attributes.put(table.range(), value(key.range()));
    }
    return attributes;
  }

  static Map<String, AttributeValue> item(TableModel table, Key key, Image image) {
    Map<String, AttributeValue> attributes = key(table, key);
    image.attributes().forEach((name, value) -> attributes.put(name, value(value)));
    return attributes;
  }

  /** The image of an answer that is empty where there is no item. */
  static Image image(TableModel table, Map<String, AttributeValue> item) {
    return item.isEmpty() ? Image.ABSENT : table.imageOf(texts(item));
  }

  private static String base64(SdkBytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.asByteArray());
  }
}
