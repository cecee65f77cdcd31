package io.stillpoint.engine.model;

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

/** The table of refused requests, whose format is told in the README beside it. */
final class RequestTable {
  private static final Path FOLDER = Path.of("../../itests/system/src/test/resources/requests");
  private static final Pattern GENERATOR =
      Pattern.compile("<<(rep|list|hex):(.*?)>>(?!>)", Pattern.DOTALL);

  private RequestTable() {}

  /** One row. */
  record Row(
      String file,
      String name,
      String operation,
      String fixtures,
      int status,
      String type,
      String message,
      String source,
      String body) {
    Bytes expandedBody() {
      return expand(body);
    }

    String expandedMessage() {
      return expand(message).utf8();
    }

    boolean needsTables() {
      return !fixtures.equals("-");
    }

    @Override
    public String toString() {
      return file + ": " + name + " (" + operation + ")";
    }
  }

  static List<Row> rows() {
    try (Stream<Path> files = Files.list(FOLDER)) {
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

  static Bytes expand(String text) {
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
