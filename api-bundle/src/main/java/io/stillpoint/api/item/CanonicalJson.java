package io.stillpoint.api.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.bytes.BytesBuilder;
import java.util.Map;

/**
 * The one byte form of an item: DynamoDB JSON in UTF-8, as it is stored, backed up and sent. Equal
 * items have equal bytes and unequal items unequal bytes, so that a checksum of bytes is a checksum
 * of content.
 *
 * <ul>
 *   <li>No white space. The names of an item and of every map ascend by their UTF-8 bytes; each
 *       value is an object of one member, named by its type.
 *   <li>Numbers in the service's plain form, without exponent, plus sign or needless zeros; −0 as
 *       {@code 0}.
 *   <li>Sets ascend: strings by UTF-8 bytes, numbers by value, binary as unsigned bytes.
 *   <li>In strings, {@code "} and {@code \} are escaped by {@code \}; U+0008, U+0009, U+000A,
 *       U+000C and U+000D are {@code \b \t \n \f \r}; other characters below U+0020 are {@code
 *       \}{@code u00xx} in lower-case digits; everything else is itself.
 *   <li>Binary is Base64 of the standard alphabet, padded.
 * </ul>
 *
 * <p>The reader takes exactly that, with the members of an object in any order. Values nest at most
 * {@value #MAX_DEPTH} deep, both ways. All methods are pure and safe from any thread.
 */
public final class CanonicalJson {
  /**
   * The most lists and maps that may enclose a value. More than the 32 levels that the service
   * allows, so that a stored value is readable whatever check let it in, and little enough for any
   * thread's stack.
   */
  public static final int MAX_DEPTH = 64;

  private CanonicalJson() {}

  /**
   * Writes an item.
   *
   * @throws IllegalArgumentException if a text has a lone surrogate, a set is empty or has
   *     duplicates, or values nest too deep
   */
  public static Bytes encode(Map<String, AttributeValue> item) {
    BytesBuilder out = new BytesBuilder(512);
    append(out, item);
    return out.toBytes();
  }

  /**
   * Writes one value: {@code {"S":"text"}}.
   *
   * @throws IllegalArgumentException as {@link #encode(Map)}
   */
  public static Bytes encode(AttributeValue value) {
    BytesBuilder out = new BytesBuilder(64);
    append(out, value);
    return out.toBytes();
  }

  /**
   * Writes an item at the end of a buffer.
   *
   * @throws IllegalArgumentException as {@link #encode(Map)}; the buffer then holds a part
   */
  public static void append(BytesBuilder out, Map<String, AttributeValue> item) {
    new CanonicalWriter(out).members(item, 0);
  }

  /**
   * Writes a value at the end of a buffer.
   *
   * @throws IllegalArgumentException as {@link #encode(Map)}; the buffer then holds a part
   */
  public static void append(BytesBuilder out, AttributeValue value) {
    new CanonicalWriter(out).value(value, 0);
  }

  /**
   * Writes a text as a JSON string, with its quotes, by the same rules.
   *
   * @throws IllegalArgumentException if the text has a lone surrogate
   */
  public static void appendString(BytesBuilder out, String text) {
    new CanonicalWriter(out).string(text);
  }

  /**
   * Reads an item.
   *
   * @return an unmodifiable map in the order of the bytes
   * @throws IllegalArgumentException if the bytes are anything but what {@link #encode(Map)}
   *     writes, whatever the order of members; the message says what is wrong and at which byte
   */
  public static Map<String, AttributeValue> decodeItem(Bytes json) {
    CanonicalReader reader = new CanonicalReader(json.array());
    Map<String, AttributeValue> item = reader.members(0);
    reader.end();
    return item;
  }

  /**
   * Reads one value.
   *
   * @throws IllegalArgumentException as {@link #decodeItem}
   */
  public static AttributeValue decodeValue(Bytes json) {
    CanonicalReader reader = new CanonicalReader(json.array());
    AttributeValue value = reader.value(0);
    reader.end();
    return value;
  }

  /**
   * Reads one attribute of an item and skips the others, which are not checked.
   *
   * @return null if the item has no such attribute
   * @throws IllegalArgumentException if the bytes up to the end of the attribute are no item
   */
  public static AttributeValue attribute(Bytes item, String name) {
    return new CanonicalReader(item.array()).member(name);
  }
}
