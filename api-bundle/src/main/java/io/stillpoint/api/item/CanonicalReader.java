package io.stillpoint.api.item;

import io.stillpoint.api.bytes.Bytes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads the form that {@link CanonicalJson} describes, and nothing else. */
final class CanonicalReader {
  private final byte[] in;
  private int at;

  CanonicalReader(byte[] in) {
    this.in = in;
  }

  void end() {
    if (at != in.length) {
      throw refused("bytes after the end");
    }
  }

  Map<String, AttributeValue> members(int depth) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    expect('{');
    if (!take('}')) {
      do {
        String name = string();
        expect(':');
        if (members.put(name, value(depth)) != null) {
          throw refused("a name twice");
        }
      } while (take(','));
      expect('}');
    }
    return Collections.unmodifiableMap(members);
  }

  /** One member of the object that starts here, or null. */
  AttributeValue member(String name) {
    expect('{');
    if (take('}')) {
      return null;
    }
    do {
      boolean wanted = string().equals(name);
      expect(':');
      if (wanted) {
        return value(0);
      }
      skip();
    } while (take(','));
    expect('}');
    return null;
  }

  /** Passes over one object: braces outside strings balance. */
  private void skip() {
    int open = 0;
    while (at < in.length) {
      switch (in[at++]) {
        case '{' -> open++;
        case '}' -> {
          if (--open == 0) {
            return;
          }
        }
        case '"' -> skipString();
        default -> {
          // Whatever stands between strings and braces does not decide where the value ends.
        }
      }
    }
    throw refused("an end where a value should be");
  }

  private void skipString() {
    while (at < in.length) {
      byte b = in[at++];
      if (b == '"') {
        return;
      }
      if (b == '\\') {
        at++;
      }
    }
  }

  AttributeValue value(int depth) {
    expect('{');
    expect('"');
    int start = at;
    while (at < in.length && in[at] != '"') {
      at++;
    }
    String type = new String(in, start, at - start, StandardCharsets.ISO_8859_1);
    expect('"');
    expect(':');
    AttributeValue value =
        switch (type) {
          case "S" -> new AttributeValue.S(string());
          case "N" -> new AttributeValue.N(number());
          case "B" -> new AttributeValue.B(binary());
          case "BOOL" -> new AttributeValue.Bool(bool());
          case "NULL" -> {
            if (!bool()) {
              throw refused("a false NULL");
            }
            yield AttributeValue.Null.INSTANCE;
          }
          case "M" -> new AttributeValue.M(members(deeper(depth)));
          case "L" -> list(deeper(depth));
          case "SS" -> new AttributeValue.SS(set(this::string, Strings.UTF8_ORDER));
          case "NS" -> new AttributeValue.NS(set(this::number, Comparator.naturalOrder()));
          case "BS" -> new AttributeValue.BS(set(this::binary, Comparator.naturalOrder()));
          default -> throw refused("an unknown type");
        };
    expect('}');
    return value;
  }

  private AttributeValue list(int depth) {
    List<AttributeValue> elements = new ArrayList<>();
    expect('[');
    if (!take(']')) {
      do {
        elements.add(value(depth));
      } while (take(','));
      expect(']');
    }
    return new AttributeValue.L(elements);
  }

  private <T> List<T> set(Supplier<T> element, Comparator<T> order) {
    List<T> elements = new ArrayList<>();
    expect('[');
    T last = null;
    do {
      T next = element.get();
      if (last != null && order.compare(last, next) >= 0) {
        throw refused("a set out of order");
      }
      elements.add(next);
      last = next;
    } while (take(','));
    expect(']');
    return elements;
  }

  private int deeper(int depth) {
    if (depth == CanonicalJson.MAX_DEPTH) {
      throw refused("more than " + CanonicalJson.MAX_DEPTH + " levels");
    }
    return depth + 1;
  }

  private boolean bool() {
    if (take('t')) {
      expect('r');
      expect('u');
      expect('e');
      return true;
    }
    expect('f');
    expect('a');
    expect('l');
    expect('s');
    expect('e');
    return false;
  }

  private BigDecimal number() {
    String text = plain();
    BigDecimal number;
    try {
      number = Numbers.parse(text);
    } catch (NumberFormatException | NumberRangeException e) {
      throw refused("a number that is none");
    }
    if (!Numbers.format(number).equals(text)) {
      throw refused("a number that is not in plain form");
    }
    return number;
  }

  private Bytes binary() {
    String text = plain();
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw refused("Base64 that is none");
    }
    // The decoder forgives missing padding and stray bits in the last quantum; the form does not.
    int lastGroup = Math.max(0, (bytes.length - 1) / 3);
    String end =
        Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, lastGroup * 3, bytes.length));
    if (text.length() != (bytes.length + 2) / 3 * 4 || !text.endsWith(end)) {
      throw refused("Base64 that is not in canonical form");
    }
    return Bytes.wrap(bytes);
  }

  /** A quoted text of visible ASCII without escapes. */
  private String plain() {
    expect('"');
    int start = at;
    while (at < in.length && in[at] > 0x20 && in[at] != '"' && in[at] != '\\') {
      at++;
    }
    String text = new String(in, start, at - start, StandardCharsets.ISO_8859_1);
    expect('"');
    return text;
  }

  private String string() {
    expect('"');
    int start = at;
    boolean ascii = true;
    while (at < in.length) {
      byte b = in[at];
      if (b == '"') {
        String text = text(start, at, ascii);
        at++;
        return text;
      }
      if (b == '\\') {
        return escaped(start);
      }
      if (b >= 0 && b < 0x20) {
        throw refused("a bare control character");
      }
      ascii &= b >= 0;
      at++;
    }
    throw refused("an end within a string");
  }

  /** The rest of a string from its first escape on, which is where {@code at} stands. */
  private String escaped(int from) {
    StringBuilder text = new StringBuilder();
    int start = from;
    while (at < in.length) {
      byte b = in[at];
      if (b == '"' || b == '\\') {
        text.append(text(start, at, false));
        at++;
        if (b == '"') {
          return text.toString();
        }
        text.append(escape());
        start = at;
      } else if (b >= 0 && b < 0x20) {
        throw refused("a bare control character");
      } else {
        at++;
      }
    }
    throw refused("an end within a string");
  }

  private char escape() {
    int code = at < in.length ? in[at++] : -1;
    return switch (code) {
      case '"', '\\' -> (char) code;
      case 'b' -> '\b';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'f' -> '\f';
      case 'r' -> '\r';
      case 'u' -> longEscape();
      default -> throw refused("an unknown escape");
    };
  }

  private char longEscape() {
    expect('0');
    expect('0');
    int c = (hex() << 4) | hex();
    if (c >= 0x20 || c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r') {
      throw refused("a needless escape");
    }
    return (char) c;
  }

  private int hex() {
    int c = at < in.length ? in[at++] : -1;
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
      return c - 'a' + 10;
    }
    throw refused("an escape without lower-case digits");
  }

  private String text(int from, int to, boolean ascii) {
    if (ascii) {
      return new String(in, from, to - from, StandardCharsets.ISO_8859_1);
    }
    String text = new String(in, from, to - from, StandardCharsets.UTF_8);
    // The fast decoder puts U+FFFD for malformed bytes: only a text that has it needs the strict
    // one.
    if (text.indexOf('\uFFFD') >= 0) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(in, from, to - from));
      } catch (CharacterCodingException e) {
        throw refused("malformed UTF-8");
      }
    }
    return text;
  }

  private boolean take(char c) {
    if (at < in.length && in[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char c) {
    if (at >= in.length || in[at] != c) {
      throw refused("no " + c);
    }
    at++;
  }

  private IllegalArgumentException refused(String what) {
    return new IllegalArgumentException("canonical JSON: " + what + " at byte " + at);
  }
}
