package io.stillpoint.console.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("OPS-2")
class SocketPlaceTest {
  @TempDir Path folder;

  private Path run(int bytes) throws Exception {
    int rest = bytes - folder.toString().length() - "//shell.sock".length();
    return Files.createDirectory(folder.resolve("x".repeat(rest)));
  }

  @Test
  void the_longest_path_that_fits_stays_and_one_byte_more_goes_elsewhere() throws Exception {
    Path fits = run(SocketPlace.MAX_PATH_BYTES);
    assertEquals(fits.resolve("shell.sock"), SocketPlace.prepare(fits).socket());

    Path tooLong = run(SocketPlace.MAX_PATH_BYTES + 1);
    SocketPlace place = SocketPlace.prepare(tooLong);
    assertNotEquals(tooLong, place.socket().getParent());
    assertEquals(place.socket().toString(), Files.readString(tooLong.resolve("shell.path")));

    place.remove();
    assertFalse(Files.exists(place.socket().getParent()));
    assertFalse(Files.exists(tooLong.resolve("shell.path")));
  }

  @Test
  void what_a_killed_server_left_is_cleared() throws Exception {
    Path tooLong = run(SocketPlace.MAX_PATH_BYTES + 1);
    SocketPlace killed = SocketPlace.prepare(tooLong);
    Files.createFile(killed.socket());

    SocketPlace next = SocketPlace.prepare(tooLong);

    assertNotEquals(killed.socket(), next.socket());
    assertFalse(Files.exists(killed.socket().getParent()));
    next.remove();
  }

  @Test
  void a_forged_note_deletes_nothing() throws Exception {
    Path precious = Files.createFile(folder.resolve("precious"));
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(run.resolve("shell.path"), precious.toString());

    SocketPlace.prepare(run);

    assertTrue(Files.exists(precious));
  }
}
