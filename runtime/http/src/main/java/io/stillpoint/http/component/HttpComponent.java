package io.stillpoint.http.component;

import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.http.Endpoint;
import io.stillpoint.http.config.HttpConfiguration;
import io.stillpoint.http.config.Settings;
import io.stillpoint.http.config.SettingsException;
import io.stillpoint.http.server.BindException;
import io.stillpoint.http.server.HttpServer;
import java.net.URI;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the HTTP server from the bundle's start to its stop and registers an {@link Endpoint} that
 * tells how that went. Engines come and go while it listens.
 *
 * <p>A configuration that is refused, and an address that cannot be had, never take down a server
 * that listens: it goes on as it was, and {@link Endpoint#REFUSED_CONFIGURATION} says why.
 */
@Component(
    name = Settings.PID,
    configurationPid = Settings.PID,
    immediate = true,
    service = {})
@Designate(ocd = HttpConfiguration.class)
public final class HttpComponent {
  private static final Logger LOG = LoggerFactory.getLogger(HttpComponent.class);

  private final BundleContext context;
  private final ServiceRegistration<Endpoint> registration;
  private volatile HttpServer server;

  /** Why nothing listens, or why the last change was refused; null when all is well. */
  private String problem;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile RequestHandler handler;

  @Activate
  public HttpComponent(BundleContext context, Map<String, Object> configuration) {
    this.context = context;
    configure(configuration);
    registration =
        context.registerService(Endpoint.class, new RunningEndpoint(), serviceProperties());
  }

  @Modified
  void modified(Map<String, Object> configuration) {
    configure(configuration);
    registration.setProperties(serviceProperties());
  }

  @Deactivate
  void deactivate() {
    registration.unregister();
    HttpServer running = server;
    server = null;
    if (running != null) {
      running.close();
    }
  }

  private void configure(Map<String, Object> configuration) {
    problem = null;
    try {
      Settings wanted = Settings.of(configuration, context::getProperty);
      HttpServer running = server;
      if (running != null && sameAddress(running.settings(), wanted)) {
        running.apply(wanted);
        return;
      }
      // The new address is taken before the old one is given up.
      HttpServer next = new HttpServer(wanted, () -> handler);
      server = next;
      LOG.info("The DynamoDB API listens on {}.", next.address());
      if (running != null) {
        running.close();
      }
    } catch (SettingsException | BindException e) {
      problem = e.getMessage();
      if (server == null) {
        LOG.error("The DynamoDB API does not listen. {}", problem);
      } else {
        LOG.error("The changed configuration is refused, the last good one stays. {}", problem);
      }
    }
  }

  private static boolean sameAddress(Settings now, Settings wanted) {
    return now.host().equals(wanted.host())
        && now.port() == wanted.port()
        && now.threads() == wanted.threads();
  }

  private Dictionary<String, Object> serviceProperties() {
    Map<String, Object> properties = new HashMap<>();
    HttpServer running = server;
    if (running == null) {
      properties.put(Endpoint.STATUS, Endpoint.FAILED);
      properties.put(Endpoint.REASON, problem);
      return FrameworkUtil.asDictionary(properties);
    }
    properties.put(Endpoint.STATUS, Endpoint.LISTENING);
    properties.put(Endpoint.ADDRESS, running.address().toString());
    if (problem != null) {
      properties.put(Endpoint.REFUSED_CONFIGURATION, problem);
    }
    return FrameworkUtil.asDictionary(properties);
  }

  private final class RunningEndpoint implements Endpoint {
    @Override
    public Optional<URI> address() {
      return Optional.ofNullable(server).map(HttpServer::address);
    }
  }
}
