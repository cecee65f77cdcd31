package io.stillpoint.tck.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads SQLite's backend and its tests anew for each mutant, the changed classes from the mutant's
 * folder; API, kit, JUnit and the driver, with its native library, are the test's own.
 */
final class MutantLoader extends ClassLoader {
  private final Path classes;

  MutantLoader(Path classes) {
    super(MutantLoader.class.getClassLoader());
    this.classes = classes;
  }

  private static boolean isOwn(String name) {
    return name.startsWith("io.stillpoint.sqlite.") || name.startsWith("io.stillpoint.tck.sqlite.");
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isOwn(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    Path changed = classes.resolve(file);
    try (InputStream bytes =
        Files.exists(changed)
            ? Files.newInputStream(changed)
            : getParent().getResourceAsStream(file)) {
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] code = bytes.readAllBytes();
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
