package io.stillpoint.launcher.testing;

import java.util.Dictionary;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * The activator of {@link FakeBundle}: registers what its manifest says. The launcher knows a home
 * instance and an endpoint by interface names and service properties, so that is all there is.
 */
public final class FakeActivator implements BundleActivator {
  @Override
  public void start(BundleContext context) {
    Dictionary<String, String> headers = context.getBundle().getHeaders();
    register(context, headers, FakeBundle.HOME, "io.stillpoint.api.storage.StorageEngine");
    register(context, headers, FakeBundle.ENGINE, "io.stillpoint.engine.request.RequestHandler");
    register(context, headers, FakeBundle.ENGINE, "io.stillpoint.engine.admin.ServingInstances");
    register(context, headers, FakeBundle.ENDPOINT, "io.stillpoint.http.Endpoint");
    print(context, FakeBundle.START_LINE);
    String thrown = headers.get(FakeBundle.THROWS);
    if (thrown != null) {
      throw new IllegalStateException(thrown);
    }
  }

  /** The header's value is properties, {@code name=value} parted by {@code ;}. */
  private static void register(
      BundleContext context, Dictionary<String, String> headers, String header, String type) {
    String value = headers.get(header);
    if (value == null) {
      return;
    }
    Map<String, Object> properties = new HashMap<>();
    for (String property : value.split(";", -1)) {
      int equals = property.indexOf('=');
      properties.put(property.substring(0, equals), property.substring(equals + 1));
    }
    // A factory: the framework would look for the interface at the class of any other object.
    context.registerService(
        type,
        new ServiceFactory<Object>() {
          @Override
          public Object getService(Bundle user, ServiceRegistration<Object> registration) {
            return new Object();
          }

          @Override
          public void ungetService(
              Bundle user, ServiceRegistration<Object> registration, Object service) {}
        },
        FrameworkUtil.asDictionary(properties));
  }

  @Override
  public void stop(BundleContext context) {
    print(context, FakeBundle.STOP_LINE);
  }

  private static void print(BundleContext context, String header) {
    String line = context.getBundle().getHeaders().get(header);
    if (line != null) {
      System.out.println(line);
    }
  }
}
