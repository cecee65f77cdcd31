package io.stillpoint.tck.mutant;

import java.util.ArrayList;
import java.util.List;

/**
 * SQLite, broken on purpose in one way, and the assertion that has to notice.
 *
 * @param name what is broken
 * @param edits what is changed in the sources
 * @param target the nested test class and the method that is run: {@code
 *     SqliteFileSnapshotTest$Releases#method}
 * @param id the ID of the assertion that must fail
 * @param equivalent null; or the reason why nothing can notice, and then nothing may
 */
record Mutant(String name, List<Edit> edits, String target, String id, String equivalent) {
  /**
   * A replacement of text that occurs exactly once.
   *
   * @param file of SQLite's sources, from the package io.stillpoint.sqlite on; or {@code hooks/}
   *     and a file of the hooks
   */
  record Edit(String file, String before, String after) {}

  static Mutant of(String name, String target, String id) {
    return new Mutant(name, List.of(), target, id, null);
  }

  Mutant edit(String file, String before, String after) {
    List<Edit> more = new ArrayList<>(edits);
    more.add(new Edit(file, before, after));
    return new Mutant(name, List.copyOf(more), target, id, equivalent);
  }

  Mutant survivesBecause(String reason) {
    return new Mutant(name, edits, target, id, reason);
  }
}
