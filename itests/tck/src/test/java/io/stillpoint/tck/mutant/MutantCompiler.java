package io.stillpoint.tck.mutant;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the files that a mutant changes; the other classes stay as they are. */
final class MutantCompiler {
  /** Surefire runs in the module's folder. */
  private static final Path SOURCES =
      Path.of("..", "..", "sqlite-bundle", "src", "main", "java", "io", "stillpoint", "sqlite");

  /** How the test's own looks into SQLite are named in a list. */
  private static final String HOOKS = "hooks/";

  private static final Path HOOK_SOURCES =
      Path.of("src", "test", "java", "io", "stillpoint", "tck", "sqlite");

  private MutantCompiler() {}

  private static Path source(String file) {
    return file.startsWith(HOOKS)
        ? HOOK_SOURCES.resolve(file.substring(HOOKS.length()))
        : SOURCES.resolve(file);
  }

  /**
   * Compiles a mutant into a folder.
   *
   * @throws AssertionError if it no longer applies, or does not compile
   */
  static void compile(Mutant mutant, Path folder) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Mutant.Edit edit : mutant.edits()) {
      String text = texts.get(edit.file());
      if (text == null) {
        text = Files.readString(source(edit.file()));
      }
      int at = text.indexOf(edit.before());
      if (at < 0 || text.indexOf(edit.before(), at + 1) >= 0) {
        throw new AssertionError(
            "mutant '"
                + mutant.name()
                + "' no longer applies: "
                + edit.file()
                + (at < 0 ? " has no " : " has more than one ")
                + edit.before());
      }
      texts.put(edit.file(), text.replace(edit.before(), edit.after()));
    }
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Path file = folder.resolve("src").resolve(text.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, text.getValue());
      files.add(file);
    }
    compile(mutant, files, folder.resolve("classes"));
  }

  private static void compile(Mutant mutant, List<Path> files, Path classes) throws IOException {
    Files.createDirectories(classes);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  manager,
                  null,
                  List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath()),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!compiled) {
        throw new AssertionError("mutant '" + mutant.name() + "' does not compile: " + said);
      }
    }
  }

  private static String classPath() {
    String given = System.getProperty("surefire.test.class.path");
    String own = System.getProperty("java.class.path");
    return given == null ? own : given + File.pathSeparator + own;
  }
}
