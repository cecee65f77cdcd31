package io.stillpoint.api.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.bytes.BytesBuilder;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes the form that {@link CanonicalJson} describes. */
final class CanonicalWriter {
  private static final byte[] NULL = ascii("{\"NULL\":true}");
  private static final byte[] TRUE = ascii("{\"BOOL\":true}");
  private static final byte[] FALSE = ascii("{\"BOOL\":false}");
  private static final byte[] S = ascii("{\"S\":");
  private static final byte[] N = ascii("{\"N\":\"");
  private static final byte[] B = ascii("{\"B\":\"");
  private static final byte[] SS = ascii("{\"SS\":[");
  private static final byte[] NS = ascii("{\"NS\":[");
  private static final byte[] BS = ascii("{\"BS\":[");
  private static final byte[] M = ascii("{\"M\":");
  private static final byte[] L = ascii("{\"L\":[");
  private static final byte[] HEX = ascii("0123456789abcdef");

  private final BytesBuilder out;

  CanonicalWriter(BytesBuilder out) {
    this.out = out;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  void members(Map<String, AttributeValue> members, int depth) {
    out.append('{');
    boolean first = true;
    for (String name : names(members)) {
      if (!first) {
        out.append(',');
      }
      first = false;
      string(name);
      out.append(':');
      value(members.get(name), depth);
    }
    out.append('}');
  }

  private static Iterable<String> names(Map<String, AttributeValue> members) {
    String[] names = members.keySet().toArray(new String[0]);
    Arrays.sort(names, Strings.UTF8_ORDER);
    return Arrays.asList(names);
  }

  void value(AttributeValue value, int depth) {
    if (value instanceof AttributeValue.S s) {
      out.append(S);
      string(s.value());
      out.append('}');
    } else if (value instanceof AttributeValue.N n) {
      out.append(N).appendAscii(Numbers.format(n.value())).append('"').append('}');
    } else if (value instanceof AttributeValue.B b) {
      out.append(B);
      base64(b.value());
      out.append('"').append('}');
    } else if (value instanceof AttributeValue.Bool b) {
      out.append(b.value() ? TRUE : FALSE);
    } else if (value instanceof AttributeValue.Null) {
      out.append(NULL);
    } else if (value instanceof AttributeValue.M m) {
      out.append(M);
      members(m.values(), deeper(depth));
      out.append('}');
    } else if (value instanceof AttributeValue.L l) {
      out.append(L);
      int inner = deeper(depth);
      for (int i = 0; i < l.values().size(); i++) {
        comma(i);
        value(l.values().get(i), inner);
      }
      closeList();
    } else if (value instanceof AttributeValue.SS ss) {
      strings(ss);
    } else if (value instanceof AttributeValue.NS ns) {
      numbers(ns);
    } else if (value instanceof AttributeValue.BS bs) {
      binaries(bs);
    } else {
      throw new IllegalArgumentException("no attribute value: " + value);
    }
  }

  private void strings(AttributeValue.SS set) {
    out.append(SS);
    List<String> sorted = ascending(set.values(), Strings.UTF8_ORDER);
    for (int i = 0; i < sorted.size(); i++) {
      comma(i);
      string(sorted.get(i));
    }
    closeList();
  }

  private void numbers(AttributeValue.NS set) {
    out.append(NS);
    List<BigDecimal> sorted = ascending(set.values(), Comparator.naturalOrder());
    for (int i = 0; i < sorted.size(); i++) {
      comma(i);
      out.append('"').appendAscii(Numbers.format(sorted.get(i))).append('"');
    }
    closeList();
  }

  private void binaries(AttributeValue.BS set) {
    out.append(BS);
    List<Bytes> sorted = ascending(set.values(), Comparator.naturalOrder());
    for (int i = 0; i < sorted.size(); i++) {
      comma(i);
      out.append('"');
      base64(sorted.get(i));
      out.append('"');
    }
    closeList();
  }

  private void comma(int index) {
    if (index > 0) {
      out.append(',');
    }
  }

  private void closeList() {
    out.append(']').append('}');
  }

  private void base64(Bytes value) {
    out.append(Base64.getEncoder().encode(value.array()));
  }

  private static int deeper(int depth) {
    if (depth == CanonicalJson.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "values nest deeper than " + CanonicalJson.MAX_DEPTH + " levels");
    }
    return depth + 1;
  }

  private static <T> List<T> ascending(List<T> set, Comparator<? super T> order) {
    if (set.isEmpty()) {
      throw new IllegalArgumentException("a set is empty");
    }
    boolean sorted = true;
    for (int i = 1; i < set.size() && sorted; i++) {
      sorted = order.compare(set.get(i - 1), set.get(i)) < 0;
    }
    if (sorted) {
      return set;
    }
    List<T> copy = new ArrayList<>(set);
    Collections.sort(copy, order);
    for (int i = 1; i < copy.size(); i++) {
      if (order.compare(copy.get(i - 1), copy.get(i)) == 0) {
        throw new IllegalArgumentException("a set holds a value twice");
      }
    }
    return copy;
  }

  void string(String text) {
    out.append('"');
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        if (c >= 0x20 && c != '"' && c != '\\') {
          out.append(c);
        } else {
          escape(c);
        }
      } else if (c < 0x800) {
        out.append(0xC0 | (c >> 6)).append(0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate(c)) {
        out.append(0xE0 | (c >> 12)).append(0x80 | ((c >> 6) & 0x3F)).append(0x80 | (c & 0x3F));
      } else {
        i++;
        if (Character.isLowSurrogate(c)
            || i == length
            || !Character.isLowSurrogate(text.charAt(i))) {
          throw new IllegalArgumentException("a text has a lone surrogate");
        }
        int point = Character.toCodePoint(c, text.charAt(i));
        out.append(0xF0 | (point >> 18))
            .append(0x80 | ((point >> 12) & 0x3F))
            .append(0x80 | ((point >> 6) & 0x3F))
            .append(0x80 | (point & 0x3F));
      }
    }
    out.append('"');
  }

  private void escape(char c) {
    out.append('\\');
    switch (c) {
      case '"', '\\' -> out.append(c);
      case '\b' -> out.append('b');
      case '\t' -> out.append('t');
      case '\n' -> out.append('n');
      case '\f' -> out.append('f');
      case '\r' -> out.append('r');
      default -> out.append('u').append('0').append('0').append(HEX[c >> 4]).append(HEX[c & 0xF]);
    }
  }
}
