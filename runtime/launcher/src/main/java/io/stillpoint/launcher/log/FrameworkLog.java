package io.stillpoint.launcher.log;

import org.apache.felix.framework.Logger;
import org.slf4j.LoggerFactory;

/** Felix's own messages, in the server's log instead of on standard output. */
public final class FrameworkLog extends Logger {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("org.apache.felix.framework");

  public FrameworkLog() {
    setLogLevel(LOG_INFO);
  }

  @Override
  protected void doLog(int level, String message, Throwable thrown) {
    switch (level) {
      case LOG_ERROR -> LOG.error(message, thrown);
      case LOG_WARNING -> LOG.warn(message, thrown);
      case LOG_INFO -> LOG.info(message, thrown);
      default -> LOG.debug(message, thrown);
    }
  }
}
