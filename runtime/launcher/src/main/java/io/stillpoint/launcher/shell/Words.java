package io.stillpoint.launcher.shell;

/** Words of a command line as Gogo reads them. */
public final class Words {
  private Words() {}

  /** The word, quoted where Gogo would take it apart or evaluate it. */
  public static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+")
        ? word
        : '"' + word.replaceAll("[\\\\\"$]", "\\\\$0") + '"';
  }
}
