package io.stillpoint.http.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.http.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/** The component in a real framework, without the component runtime: what it registers and when. */
@Timeout(60)
class HttpComponentTest {
  @TempDir Path storage;
  private Framework framework;
  private BundleContext context;
  private HttpComponent component;

  @BeforeEach
  void startFramework() throws Exception {
    Map<String, String> properties = new HashMap<>();
    properties.put(Constants.FRAMEWORK_STORAGE, storage.toString());
    framework = new FrameworkFactory().newFramework(properties);
    framework.start();
    context = framework.getBundleContext();
  }

  @AfterEach
  void stopFramework() throws Exception {
    if (component != null) {
      component.deactivate();
      assertNull(endpoint());
    }
    framework.stop();
    framework.waitForStop(10_000);
  }

  private ServiceReference<Endpoint> endpoint() {
    return context.getServiceReference(Endpoint.class);
  }

  private Object property(String key) {
    return endpoint().getProperty(key);
  }

  private URI address() {
    URI address = URI.create((String) property(Endpoint.ADDRESS));
    assertEquals(address, context.getService(endpoint()).address().orElseThrow());
    return address;
  }

  private static void connect(URI address) throws IOException {
    new Socket(InetAddress.getLoopbackAddress(), address.getPort()).close();
  }

  @Test
  void itRegistersWhereItListens() throws Exception {
    component = new HttpComponent(context, Map.of("port", 0));
    assertEquals("LISTENING", property("stillpoint.http.status"));
    assertTrue(address().toString().matches("http://127\\.0\\.0\\.1:\\d+"));
    assertNull(property("stillpoint.http.reason"));
    connect(address());
  }

  @Test
  void aPortInUseIsAReasonAndItListensAfterAChange() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();
      component = new HttpComponent(context, Map.of("port", port));
      assertEquals("FAILED", property("stillpoint.http.status"));
      assertEquals(
          "Port " + port + " on 127.0.0.1 is in use. Choose another with --port.",
          property("stillpoint.http.reason"));
      assertNull(property("stillpoint.http.address"));
      assertTrue(context.getService(endpoint()).address().isEmpty());
    }
    component.modified(Map.of("port", 0));
    assertEquals("LISTENING", property("stillpoint.http.status"));
    assertNull(property("stillpoint.http.reason"));
    connect(address());
  }

  @Test
  @Tag("DDB-10")
  void itDoesNotListenBeyondTheLoopbackInterface() {
    component = new HttpComponent(context, Map.of("port", 0, "host", "0.0.0.0"));
    assertEquals("FAILED", property("stillpoint.http.status"));
    assertTrue(((String) property("stillpoint.http.reason")).contains("loopback"));
  }

  @Test
  @Tag("OPS-5")
  void onlyAnotherAddressBindsAnew() throws Exception {
    component = new HttpComponent(context, Map.of("port", 0));
    URI before = address();
    component.modified(Map.of("port", 0, "maxConnections", 7));
    assertEquals(before, address());
    component.modified(Map.of("port", 0, "host", "127.0.0.2"));
    assertNotEquals(before, address());
    assertTrue(address().toString().startsWith("http://127.0.0.2:"));
    assertThrows(IOException.class, () -> connect(before));
  }

  @Test
  @Tag("OPS-5")
  void aRefusedChangeLeavesTheLastGoodConfiguration() throws Exception {
    component = new HttpComponent(context, Map.of("port", 0));
    URI before = address();
    component.modified(Map.of("port", "many"));
    assertEquals(before, address());
    assertEquals(
        "port is \"many\". Use a whole number from 0 to 65535.",
        property("stillpoint.http.configuration.refused"));
    connect(before);
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      component.modified(Map.of("port", other.getLocalPort()));
      assertEquals(before, address());
      assertNotNull(property("stillpoint.http.configuration.refused"));
    }
    component.modified(Map.of("port", 0));
    assertEquals(before, address());
    assertNull(property("stillpoint.http.configuration.refused"));
  }
}
