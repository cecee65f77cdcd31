package io.stillpoint.tck.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Histories as files of JSON lines: a header, then one operation a line.
 *
 * <p>Files of several client processes can be merged only if their clocks are one: {@link
 * System#nanoTime} is the machine's monotonic clock on Linux, the same for every process until the
 * next boot. The header holds the boot's id, and {@link #merge} refuses files of different boots.
 */
public final class HistoryFile {
  private static final String FORMAT = "stillpoint-history-1";
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private HistoryFile() {}

  /**
   * The first line of a file.
   *
   * @param format {@code stillpoint-history-1}
   * @param clock what the time stamps are of: the boot's id, or a random id where there is none
   * @param about the run in words, its seed above all
   */
  public record Header(String format, String clock, String about) {}

  /** Writes a history, replacing the file. */
  public static void write(Path file, String about, List<Entry> entries) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(JSON.writeValueAsString(new Header(FORMAT, clock(), about)));
      out.newLine();
      for (Entry entry : entries) {
        out.write(JSON.writeValueAsString(entry));
        out.newLine();
      }
    }
  }

  /**
   * Reads one history.
   *
   * @throws IOException if the file cannot be read or is not a history, naming file and line
   */
  public static List<Entry> read(Path file) throws IOException {
    return merge(List.of(file));
  }

  /**
   * Reads the histories of several processes of one machine into one, ordered by the time of
   * invocation.
   *
   * @throws IOException if a file is not a history, two come from different boots or machines, or
   *     two hold the same process name
   */
  public static List<Entry> merge(List<Path> files) throws IOException {
    List<Entry> all = new ArrayList<>();
    Map<String, Path> processes = new HashMap<>();
    String clock = null;
    for (Path file : files) {
      try (BufferedReader in = Files.newBufferedReader(file)) {
        Header header = parse(file, 1, in.readLine(), Header.class);
        if (!FORMAT.equals(header.format)) {
          throw new IOException(file + " has format " + header.format + ", not " + FORMAT);
        }
        if (clock != null && !clock.equals(header.clock)) {
          throw new IOException(
              file
                  + " was recorded on another machine or boot than "
                  + files.get(0)
                  + "; their time stamps cannot be compared, so check each file alone");
        }
        clock = header.clock;
        int line = 1;
        for (String text = in.readLine(); text != null; text = in.readLine()) {
          Entry entry = parse(file, ++line, text, Entry.class);
          Path other = processes.putIfAbsent(entry.process(), file);
          if (other != null && !other.equals(file)) {
            throw new IOException(
                file + " and " + other + " both hold a process named " + entry.process());
          }
          all.add(entry);
        }
      }
    }
    all.sort(Comparator.comparingLong(Entry::invoked));
    return all;
  }

  private static <T> T parse(Path file, int line, String text, Class<T> type) throws IOException {
    if (text == null) {
      throw new IOException(file + " is empty: not a history");
    }
    try {
      return Objects.requireNonNull(JSON.readValue(text, type), "null line");
    } catch (JsonProcessingException | NullPointerException e) {
      throw new IOException(file + ", line " + line + ", is not a history: " + e.getMessage(), e);
    }
  }

  private static String clock() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      // No such file off Linux: a random id, so that such histories are never merged.
      return java.util.UUID.randomUUID().toString();
    }
  }
}
