package io.stillpoint.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.stillpoint.engine.request.RequestHandler;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * After the end of the server nothing keeps its classes: a bundle can be updated without a leak.
 */
@Timeout(60)
class UnloadTest {
  /** Sees what the bundle's manifest imports, and the JDK's own packages; nothing else. */
  private static final class Imports extends ClassLoader {
    Imports() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("io.stillpoint.engine.")
          || name.startsWith("io.stillpoint.api.")
          || name.startsWith("org.slf4j.")
          || name.startsWith("javax.security.cert.")) {
        return UnloadTest.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.startsWith("java.") ? super.loadClass(name, resolve) : findClass(name);
    }
  }

  private static URL[] bundleClassPath() throws Exception {
    List<URL> urls = new ArrayList<>();
    urls.add(HttpServer.class.getProtectionDomain().getCodeSource().getLocation());
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (path.getFileName().toString().startsWith("netty-")) {
        urls.add(path.toUri().toURL());
      }
    }
    assertEquals(7, urls.size(), urls.toString());
    return urls.toArray(URL[]::new);
  }

  @Test
  @Tag("RT-4")
  void theClassLoaderIsCollectedAfterTheEnd() throws Exception {
    TestEngine engine = new TestEngine();
    WeakReference<ClassLoader> bundle = serveOnce(engine);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (bundle.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }
    assertNull(bundle.get(), "something still refers to the server's classes after 20 s");
  }

  /** In a method of its own, so that no local variable keeps what it has used. */
  private static WeakReference<ClassLoader> serveOnce(TestEngine engine) throws Exception {
    try (URLClassLoader bundle = new URLClassLoader(bundleClassPath(), new Imports())) {
      Class<?> settingsClass = bundle.loadClass("io.stillpoint.http.config.Settings");
      Class<?> serverClass = bundle.loadClass(HttpServer.class.getName());
      assertNotSame(HttpServer.class, serverClass);
      UnaryOperator<String> none = key -> null;
      Object settings =
          settingsClass
              .getMethod("of", Map.class, UnaryOperator.class)
              .invoke(null, Map.of("port", 0), none);
      Supplier<RequestHandler> handler = () -> engine;
      Object server =
          serverClass.getConstructor(settingsClass, Supplier.class).newInstance(settings, handler);
      URI address = (URI) serverClass.getMethod("address").invoke(server);
      try (RawClient client = new RawClient(address)) {
        assertEquals("{}", client.ask(RawClient.post("Echo", "{}")).text());
        client.send(RawClient.post("Wait", "x".repeat(100_000)));
        // The answer comes from a thread that outlives the server.
        engine.next().answer("{\"a\":1}");
        assertEquals("{\"a\":1}", client.read().text());
      }
      serverClass.getMethod("close").invoke(server);
      return new WeakReference<>(bundle);
    }
  }
}
