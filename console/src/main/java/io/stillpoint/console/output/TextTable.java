package io.stillpoint.console.output;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows in columns that are as wide as their widest cell, two spaces apart. A heading that starts
 * with {@code #} stands over numbers, which are set flush right. A column without any content is
 * left out.
 */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();
  private final boolean[] numeric;

  public TextTable(String... headings) {
    numeric = new boolean[headings.length];
    String[] head = headings.clone();
    for (int i = 0; i < head.length; i++) {
      numeric[i] = head[i].startsWith("#");
      head[i] = numeric[i] ? head[i].substring(1) : head[i];
    }
    rows.add(head);
  }

  /** Adds a row; control characters in a cell are shown as spaces, so that a row is one line. */
  public void row(String... cells) {
    if (cells.length != numeric.length) {
      throw new IllegalArgumentException(cells.length + " cells in " + numeric.length + " columns");
    }
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      row[i] = cells[i].replaceAll("\\p{Cntrl}+", " ").strip();
    }
    rows.add(row);
  }

  /** The heading and the rows, one line each, without trailing spaces or a last line break. */
  @Override
  public String toString() {
    int[] widths = new int[numeric.length];
    boolean[] used = new boolean[numeric.length];
    for (int r = 0; r < rows.size(); r++) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(rows.get(r)[i]));
        used[i] |= r > 0 && !rows.get(r)[i].isEmpty();
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        if (used[i]) {
          String padding = " ".repeat(widths[i] - width(row[i]));
          line.append(line.isEmpty() ? "" : "  ");
          line.append(numeric[i] ? padding + row[i] : row[i] + padding);
        }
      }
      lines.add(line.toString().stripTrailing());
    }
    return String.join("\n", lines);
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
