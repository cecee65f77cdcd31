package io.stillpoint.launcher.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Writes bundles that stand for the real home instance or endpoint, in a state of the test's
 * choice.
 */
public final class FakeBundle {
  /** Header: the service properties of a home instance. */
  public static final String HOME = "Fake-Home";

  /** Header: the service properties of the engine's request handler and serving instances. */
  public static final String ENGINE = "Fake-Engine";

  /** Header: the service properties of an endpoint. */
  public static final String ENDPOINT = "Fake-Endpoint";

  /** Header: the message of an exception that the activator throws. */
  public static final String THROWS = "Fake-Throws";

  /** Header: a line that the bundle prints when it is started. */
  public static final String START_LINE = "Fake-Start-Line";

  /** Header: a line that the bundle prints when it is stopped. */
  public static final String STOP_LINE = "Fake-Stop-Line";

  /** Value of {@link #HOME}: a home that serves. */
  public static final String SERVING = "stillpoint.instance=local;stillpoint.status=SERVING";

  /** Value of {@link #ENGINE}: an engine that lets calls through to that home. */
  public static final String OPEN = "stillpoint.engine.serving=local";

  /** Value of {@link #ENDPOINT}: an endpoint that listens (it does not; nobody connects). */
  public static final String LISTENING =
      "stillpoint.http.status=LISTENING;stillpoint.http.address=http://127.0.0.1:12345";

  private FakeBundle() {}

  /** Writes one bundle. */
  public static void write(Path jar, Map<String, String> headers) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    Map<String, String> all = new TreeMap<>();
    String name = jar.getFileName().toString();
    all.put("Bundle-ManifestVersion", "2");
    all.put("Bundle-SymbolicName", name.substring(0, name.length() - ".jar".length()));
    all.put("Bundle-Activator", FakeActivator.class.getName());
    all.put("Import-Package", "org.osgi.framework");
    all.putAll(headers);
    all.forEach(main::putValue);
    Files.createDirectories(jar.getParent());
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      for (String file : new String[] {"FakeActivator", "FakeActivator$1", "FakeBundle"}) {
        String entry = FakeBundle.class.getPackageName().replace('.', '/') + "/" + file + ".class";
        entries.putNextEntry(new JarEntry(entry));
        try (InputStream in = FakeBundle.class.getClassLoader().getResourceAsStream(entry)) {
          in.transferTo(entries);
        }
      }
    }
  }

  /** Copies a bundle without the components that it would run: what is left are its packages. */
  public static void writeWithoutComponents(Path jar, Path original) throws IOException {
    Files.createDirectories(jar.getParent());
    try (JarFile from = new JarFile(original.toFile())) {
      Manifest manifest = new Manifest(from.getManifest());
      manifest.getMainAttributes().remove(new Attributes.Name("Service-Component"));
      manifest.getMainAttributes().remove(new Attributes.Name("Bundle-Activator"));
      try (OutputStream out = Files.newOutputStream(jar);
          JarOutputStream to = new JarOutputStream(out, manifest)) {
        for (JarEntry entry : Collections.list(from.entries())) {
          if (!entry.isDirectory() && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
            to.putNextEntry(new JarEntry(entry.getName()));
            try (InputStream in = from.getInputStream(entry)) {
              in.transferTo(to);
            }
          }
        }
      }
    }
  }
}
