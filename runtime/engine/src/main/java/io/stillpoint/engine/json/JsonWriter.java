package io.stillpoint.engine.json;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.bytes.BytesBuilder;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Builds a response's JSON. Stored items go in as the bytes they are stored in, unparsed.
 *
 * <p>Commas are the writer's work; that names and values alternate and brackets match is the
 * caller's. Not thread-safe.
 */
public final class JsonWriter {
  private final BytesBuilder out;
  private boolean comma;

  public JsonWriter() {
    this(256);
  }

  /**
   * @param capacity bytes to reserve
   */
  public JsonWriter(int capacity) {
    out = new BytesBuilder(capacity);
  }

  public JsonWriter object() {
    return open('{');
  }

  public JsonWriter endObject() {
    return close('}');
  }

  public JsonWriter array() {
    return open('[');
  }

  public JsonWriter endArray() {
    return close(']');
  }

  /** A member's name; its value comes next. */
  public JsonWriter name(String name) {
    separate();
    CanonicalJson.appendString(out, name);
    out.append(':');
    comma = false;
    return this;
  }

  public JsonWriter value(String text) {
    separate();
    CanonicalJson.appendString(out, text);
    return this;
  }

  public JsonWriter value(long number) {
    separate();
    out.appendAscii(Long.toString(number));
    return this;
  }

  /** A number in plain digits, without an exponent. */
  public JsonWriter value(BigDecimal number) {
    separate();
    out.appendAscii(number.toPlainString());
    return this;
  }

  public JsonWriter value(boolean truth) {
    separate();
    out.appendAscii(truth ? "true" : "false");
    return this;
  }

  /** One attribute value, in canonical DynamoDB JSON. */
  public JsonWriter value(AttributeValue value) {
    separate();
    CanonicalJson.append(out, value);
    return this;
  }

  /** An item or a part of one, in canonical DynamoDB JSON. */
  public JsonWriter value(Map<String, AttributeValue> attributes) {
    separate();
    CanonicalJson.append(out, attributes);
    return this;
  }

  /** A value that is JSON already, such as a stored item: copied, not looked at. */
  public JsonWriter raw(Bytes json) {
    separate();
    out.append(json);
    return this;
  }

  /** {@link #name(String)} and {@link #value(String)}; nothing at all where the text is null. */
  public JsonWriter member(String name, String text) {
    return text == null ? this : name(name).value(text);
  }

  public JsonWriter member(String name, long number) {
    return name(name).value(number);
  }

  public JsonWriter member(String name, boolean truth) {
    return name(name).value(truth);
  }

  /** Bytes so far: what a page limit counts. */
  public int length() {
    return out.length();
  }

  /** The JSON so far. */
  public Bytes toBytes() {
    return out.toBytes();
  }

  private void separate() {
    if (comma) {
      out.append(',');
    }
    comma = true;
  }

  private JsonWriter open(char bracket) {
    separate();
    out.append(bracket);
    comma = false;
    return this;
  }

  private JsonWriter close(char bracket) {
    out.append(bracket);
    comma = true;
    return this;
  }
}
