package io.stillpoint.http.config;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The endpoint's configuration, checked.
 *
 * @param host a loopback address in the form that a socket takes: 127.x.y.z or ::1
 * @param port 0 to 65535
 * @param hosts further names for Host headers, lower case, without port
 * @param region named by the health answer
 * @param threads event loop threads, at least 1
 * @param limits what clients are granted
 */
public record Settings(
    String host, int port, Set<String> hosts, String region, int threads, Limits limits) {
  /** The PID of the configuration. */
  public static final String PID = "io.stillpoint.http";

  /** Framework property that goes before the configured host. */
  public static final String HOST_PROPERTY = "stillpoint.http.host";

  /** Framework property that goes before the configured port. */
  public static final String PORT_PROPERTY = "stillpoint.http.port";

  private static final Pattern LOOPBACK_4 =
      Pattern.compile("127(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}");
  private static final Pattern NAME = Pattern.compile("[a-z0-9_.:-]+");
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,64}");
  private static final int MAX_MILLIS = 24 * 60 * 60 * 1000;

  /**
   * Reads a configuration; keys that are absent have the defaults of {@link HttpConfiguration}.
   *
   * @param values the configuration; numbers may be texts
   * @param property looks up a framework property, or null
   * @throws SettingsException naming the first key whose value is refused
   */
  public static Settings of(Map<String, ?> values, UnaryOperator<String> property)
      throws SettingsException {
    Reader reader = new Reader(values, property);
    int threads = (int) reader.number("threads", 0, 0, 256);
    Limits limits =
        new Limits(
            (int) reader.number("maxBodyBytes", 16 * 1024 * 1024, 1024, 1 << 30),
            (int) reader.number("maxConnections", 4096, 1, 1_000_000),
            (int) reader.number("maxPipelinedRequests", 64, 1, 10_000),
            (int) reader.number("maxQueuedRequests", 10_000, 1, 10_000_000),
            queuedBytes(reader.number("maxQueuedBytes", 0, 0, 1L << 40)),
            (int) reader.number("headerTimeoutMillis", 10_000, 10, MAX_MILLIS),
            (int) reader.number("bodyTimeoutMillis", 30_000, 10, MAX_MILLIS),
            (int) reader.number("idleTimeoutMillis", 120_000, 10, MAX_MILLIS),
            (int) reader.number("writeTimeoutMillis", 30_000, 10, MAX_MILLIS),
            (int) reader.number("replyTimeoutMillis", 60_000, 10, MAX_MILLIS),
            (int) reader.number("stopTimeoutMillis", 5_000, 0, 60_000));
    return new Settings(
        reader.host(),
        (int) reader.overridable("port", PORT_PROPERTY, 8000, 0, 65_535),
        reader.hosts(),
        reader.region(),
        threads == 0 ? Runtime.getRuntime().availableProcessors() : threads,
        limits);
  }

  /** 0 stands for a quarter of the heap, and no more than 128 MB. */
  private static long queuedBytes(long configured) {
    return configured > 0
        ? configured
        : Math.min(128L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 4);
  }

  private record Reader(Map<String, ?> values, UnaryOperator<String> property) {
    String host() throws SettingsException {
      String key = "host";
      String text = property.apply(HOST_PROPERTY);
      if (text != null) {
        key = HOST_PROPERTY;
      } else {
        text = text("host", "127.0.0.1");
      }
      text = text.trim().toLowerCase(Locale.ROOT);
      if (text.equals("localhost")) {
        return "127.0.0.1";
      }
      if (text.equals("::1") || text.equals("[::1]")) {
        return "::1";
      }
      if (LOOPBACK_4.matcher(text).matches()) {
        return text;
      }
      // No access keys exist yet (DDB-10), so whoever reaches the port may read and write.
      throw new SettingsException(
          key
              + " is \""
              + text
              + "\": without access keys the server listens on the loopback interface only. Use"
              + " 127.0.0.1, another 127.x.y.z, ::1 or localhost.");
    }

    Set<String> hosts() throws SettingsException {
      Set<String> names = new LinkedHashSet<>();
      for (String part : text("hosts", "").split(",", -1)) {
        String name = part.trim().toLowerCase(Locale.ROOT);
        if (name.isEmpty()) {
          continue;
        }
        // One colon is a port; an IPv6 address has more.
        boolean port = name.indexOf(':') >= 0 && name.indexOf(':') == name.lastIndexOf(':');
        if (port || !NAME.matcher(name).matches()) {
          throw new SettingsException(
              "hosts has \""
                  + name
                  + "\", which is no host name. Use names or addresses without scheme and port,"
                  + " separated by commas.");
        }
        names.add(name);
      }
      return Set.copyOf(names);
    }

    String region() throws SettingsException {
      String region = text("region", "us-east-1").trim();
      if (!REGION.matcher(region).matches()) {
        throw new SettingsException(
            "region is \"" + region + "\". Use a region's name, such as us-east-1.");
      }
      return region;
    }

    long overridable(String key, String override, long otherwise, long least, long most)
        throws SettingsException {
      String text = property.apply(override);
      return text == null
          ? number(key, otherwise, least, most)
          : number(override, text, least, most);
    }

    long number(String key, long otherwise, long least, long most) throws SettingsException {
      Object value = values.get(key);
      return value == null ? otherwise : number(key, value, least, most);
    }

    private static long number(String key, Object value, long least, long most)
        throws SettingsException {
      String text = value.toString().trim();
      try {
        long number = Long.parseLong(text);
        if (number >= least && number <= most) {
          return number;
        }
      } catch (NumberFormatException e) {
        // The refusal below names the value.
      }
      throw new SettingsException(
          key + " is \"" + text + "\". Use a whole number from " + least + " to " + most + ".");
    }

    private String text(String key, String otherwise) {
      Object value = values.get(key);
      if (value instanceof String[] list) {
        return String.join(",", list);
      }
      return value == null ? otherwise : value.toString();
    }
  }
}
