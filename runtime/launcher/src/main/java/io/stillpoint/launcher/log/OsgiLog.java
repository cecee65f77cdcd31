package io.stillpoint.launcher.log;

import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;
import org.osgi.util.tracker.ServiceTracker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what bundles say to the OSGi Log Service (Declarative Services reports failed activations
 * there) into the server's log.
 */
public final class OsgiLog extends ServiceTracker<LogReaderService, LogReaderService>
    implements LogListener {
  /** The framework's events, which the Log Service logs under names that begin like this. */
  private static final String EVENTS = "Events.";

  public OsgiLog(BundleContext context) {
    super(context, LogReaderService.class, null);
  }

  @Override
  public LogReaderService addingService(ServiceReference<LogReaderService> reference) {
    LogReaderService reader = super.addingService(reference);
    if (reader != null) {
      reader.addLogListener(this);
    }
    return reader;
  }

  @Override
  public void logged(LogEntry entry) {
    if (entry.getLoggerName().startsWith(EVENTS)) {
      // The framework's own logger has told of them already.
      return;
    }
    String bundle = entry.getBundle() == null ? "osgi" : entry.getBundle().getSymbolicName();
    Logger log = LoggerFactory.getLogger(bundle == null ? "osgi" : bundle);
    String message = entry.getMessage();
    Throwable thrown = entry.getException();
    switch (entry.getLogLevel()) {
      case AUDIT, ERROR -> log.error(message, thrown);
      case WARN -> log.warn(message, thrown);
      case INFO -> log.info(message, thrown);
      default -> log.debug(message, thrown);
    }
  }
}
