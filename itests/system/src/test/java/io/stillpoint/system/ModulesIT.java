package io.stillpoint.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each of our bundles is a module of the bundle's name too. */
class ModulesIT {
  private static final Path BUNDLES =
      Path.of(System.getProperty("stillpoint.distribution"), "bundles");

  @Test
  @Tag("RT-9")
  void eachBundleIsAModuleOfItsName() throws Exception {
    List<Path> jars;
    try (Stream<Path> files = Files.walk(BUNDLES)) {
      jars =
          files
              .filter(file -> file.getFileName().toString().matches("stillpoint-.*\\.jar"))
              .toList();
    }
    assertFalse(jars.isEmpty(), "no bundle of ours in " + BUNDLES);
    for (Path jar : jars) {
      try (JarFile file = new JarFile(jar.toFile())) {
        assertEquals(
            file.getManifest().getMainAttributes().getValue("Bundle-SymbolicName"),
            ModuleFinder.of(jar).findAll().iterator().next().descriptor().name(),
            jar.toString());
      }
    }
  }
}
