package io.stillpoint.engine.settings;

import java.util.Map;
import java.util.Objects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings as they are now. A configuration with a bad value is refused as a whole and
 * reported; the last good one, at first {@link EngineSettings#DEFAULT}, stays. Thread safe.
 */
@Component(service = SettingsSource.class, configurationPid = "stillpoint")
@Designate(ocd = EngineConfiguration.class)
public final class SettingsSource {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsSource.class);

  private volatile EngineSettings current = EngineSettings.DEFAULT;

  /** Starts with what is configured. */
  @Activate
  public SettingsSource(Map<String, ?> configuration) {
    configure(configuration);
  }

  /** Starts with given settings, without a framework. */
  public SettingsSource(EngineSettings settings) {
    current = Objects.requireNonNull(settings, "settings");
  }

  @Modified
  void modified(Map<String, ?> configuration) {
    configure(configuration);
  }

  private void configure(Map<String, ?> configuration) {
    try {
      current = EngineSettings.of(configuration);
    } catch (IllegalArgumentException e) {
      LOG.error(
          "etc/stillpoint.cfg is refused: {} The settings stay as they were: home={}, default={},"
              + " region={}, {} placements.",
          e.getMessage(),
          current.home(),
          current.defaultInstance(),
          current.region(),
          current.placements().size());
    }
  }

  public EngineSettings current() {
    return current;
  }
}
