package io.stillpoint.http.protocol;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The names under which clients may address the server. A browser that was led here by a foreign
 * name (DNS rebinding) sends that name in its Host header, so unknown names are refused.
 *
 * <p>Immutable; any thread.
 */
public final class HostNames {
  private final Set<String> known;

  /**
   * @param bound the address that the server listens on
   * @param more further names, lower case, without port
   */
  public HostNames(String bound, Set<String> more) {
    known = new HashSet<>(Set.of("localhost", "127.0.0.1", "::1"));
    known.add(bound);
    known.addAll(more);
  }

  /** Whether a Host header's value (name, perhaps a port) is one of ours. */
  public boolean knows(String header) {
    String name = header.trim();
    if (name.startsWith("[")) {
      int end = name.indexOf(']');
      return end > 0 && isPort(name, end + 1) && contains(name.substring(1, end));
    }
    int colon = name.indexOf(':');
    return colon < 0 ? contains(name) : isPort(name, colon) && contains(name.substring(0, colon));
  }

  private boolean contains(String name) {
    return known.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether the rest of the text is nothing, or a colon and digits. */
  private static boolean isPort(String text, int from) {
    if (from == text.length()) {
      return true;
    }
    if (text.charAt(from) != ':') {
      return false;
    }
    for (int i = from + 1; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
