package io.stillpoint.tck.requests;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.bytes.BytesBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The table of refused requests, {@code itests/system/src/test/resources/requests}; its format is
 * told in the README beside it. The engine's tests and the system tests both run it.
 */
public final class RequestTable {
  private static final Pattern GENERATOR =
      Pattern.compile("<<(rep|list|hex):(.*?)>>(?!>)", Pattern.DOTALL);

  private RequestTable() {}

  /** One row. */
  public record Row(
      String file,
      String name,
      String operation,
      String fixtures,
      int status,
      String type,
      String message,
      String source,
      String body) {
    public Bytes expandedBody() {
      return expand(body);
    }

    public String expandedMessage() {
      return expand(message).utf8();
    }

    public boolean needsTables() {
      return !fixtures.equals("-");
    }

    @Override
    public String toString() {
      return file + ": " + name + " (" + operation + ")";
    }
  }

  /**
   * Every row, file by file.
   *
   * @param folder where the files are
   */
  public static List<Row> rows(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Row> rows = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".tsv")).sorted().toList()) {
        for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
          String[] c = line.split("\t", -1);
          if (c.length != 8) {
            throw new IllegalStateException(
                file + " has a row of " + c.length + " columns: " + line);
          }
          String name = String.valueOf(file.getFileName()).replace(".tsv", "");
          rows.add(new Row(name, c[0], c[1], c[2], Integer.parseInt(c[3]), c[4], c[5], c[6], c[7]));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Bytes expand(String text) {
    BytesBuilder out = new BytesBuilder();
    Matcher generator = GENERATOR.matcher(text);
    int from = 0;
    while (generator.find()) {
      out.append(Bytes.utf8(text.substring(from, generator.start())));
      out.append(generated(generator.group(1), generator.group(2)));
      from = generator.end();
    }
    return out.append(Bytes.utf8(text.substring(from))).toBytes();
  }

  private static Bytes generated(String kind, String argument) {
    if (kind.equals("hex")) {
      return Bytes.wrap(HexFormat.of().parseHex(argument));
    }
    int colon = argument.indexOf(':');
    int count = Integer.parseInt(argument.substring(0, colon));
    String text = argument.substring(colon + 1);
    if (kind.equals("rep")) {
      return Bytes.utf8(text.repeat(count));
    }
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < count; i++) {
      list.append(i == 0 ? "" : ",").append(text.replace("#", Integer.toString(i)));
    }
    return Bytes.utf8(list.toString());
  }
}
