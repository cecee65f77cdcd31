package io.stillpoint.engine.directory;

import io.stillpoint.api.backend.Atomicity;
import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.backend.ScanOrder;
import io.stillpoint.api.backend.UpdateMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * What an instance declares in its service properties ({@link BackendProperties} explains each).
 *
 * @param name the instance's name
 * @param bundleId the bundle that provides it; -1 outside a framework
 * @param reason why it does not serve; empty if it does or does not say
 * @param concurrency calls that may run at once; at least 1
 */
public record InstanceProperties(
    String name,
    String backend,
    String contract,
    long bundleId,
    InstanceStatus status,
    String reason,
    int concurrency,
    int permits,
    int slots,
    UpdateMode updateMode,
    boolean durable,
    Atomicity atomicity,
    ScanOrder scanOrder,
    Duration controlPlaneDelay) {
  /** How long a control-plane transition takes where the instance does not say (DROP-10). */
  public static final Duration DEFAULT_CONTROL_PLANE_DELAY = Duration.ofMillis(250);

  /**
   * Reads the properties of a service. Only {@code stillpoint.instance} has no default: a backend
   * that leaves others out is described by the weakest promise.
   *
   * @throws IllegalArgumentException in a sentence, if one is missing or of another form
   */
  public static InstanceProperties of(Map<String, ?> properties) {
    String name = text(properties, BackendProperties.INSTANCE, "");
    if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
      throw new IllegalArgumentException(
          "A backend service has no proper '"
              + BackendProperties.INSTANCE
              + "' (1 to 64 letters, digits, '-' or '_'): '"
              + name
              + "'.");
    }
    return new InstanceProperties(
        name,
        text(properties, BackendProperties.BACKEND, ""),
        text(properties, BackendProperties.CONTRACT, ""),
        number(properties, "service.bundleid", -1),
        choice(properties, BackendProperties.STATUS, InstanceStatus.SERVING),
        text(properties, BackendProperties.STATUS_REASON, ""),
        (int) Math.max(1, number(properties, BackendProperties.CONCURRENCY, 64)),
        (int) Math.max(0, number(properties, BackendProperties.PERMITS, 0)),
        (int) Math.max(0, number(properties, BackendProperties.SLOTS, 0)),
        choice(properties, BackendProperties.UPDATE_MODE, UpdateMode.EXCLUSIVE),
        Boolean.parseBoolean(text(properties, BackendProperties.DURABLE, "false")),
        choice(properties, BackendProperties.ATOMICITY, Atomicity.PARTITION),
        choice(properties, BackendProperties.SCAN_ORDER, ScanOrder.TOKEN),
        Duration.ofMillis(
            Math.max(
                0,
                number(
                    properties,
                    BackendProperties.CONTROL_PLANE_DELAY,
                    DEFAULT_CONTROL_PLANE_DELAY.toMillis()))));
  }

  private static String text(Map<String, ?> properties, String key, String otherwise) {
    Object value = properties.get(key);
    return value == null ? otherwise : value.toString();
  }

  private static long number(Map<String, ?> properties, String key, long otherwise) {
    Object value = properties.get(key);
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value == null) {
      return otherwise;
    }
    try {
      return Long.parseLong(value.toString().trim());
    } catch (NumberFormatException e) {
      throw malformed(key, value, "a whole number", e);
    }
  }

  private static <E extends Enum<E>> E choice(Map<String, ?> properties, String key, E otherwise) {
    Object value = properties.get(key);
    if (value == null) {
      return otherwise;
    }
    try {
      return Enum.valueOf(
          otherwise.getDeclaringClass(), value.toString().trim().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw malformed(
          key,
          value,
          "one of " + Arrays.toString(otherwise.getDeclaringClass().getEnumConstants()),
          e);
    }
  }

  private static IllegalArgumentException malformed(
      String key, Object value, String form, RuntimeException cause) {
    return new IllegalArgumentException(
        "A backend service declares " + key + "=" + value + "; it must be " + form + ".", cause);
  }
}
