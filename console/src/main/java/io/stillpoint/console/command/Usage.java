package io.stillpoint.console.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a command is called. The one source of what {@code --help} prints, which words the command
 * takes and what completion offers, so that the three cannot part.
 *
 * <p>The arguments are written as operators read them: {@code TABLE FILE [--rate N] [--json]}. A
 * word is an operand that must be there; in brackets it is an operand that may be left out, a flag,
 * or an option with the name of its value. The names {@value #TABLE}, {@value #INSTANCE}, {@value
 * #BACKEND}, {@value #ID} and {@value #COMMAND} are completed with what there is.
 *
 * @param name scope and function, for example {@code table:list}
 * @param arguments what it takes beside {@code --help}
 * @param summary what it does; its first sentence stands alone in lists
 * @param examples whole command lines
 */
record Usage(String name, String arguments, String summary, List<String> examples) {
  /** A table of this server. */
  static final String TABLE = "TABLE";

  /** A backend instance. */
  static final String INSTANCE = "INSTANCE";

  /** A kind of backend, such as {@code sqlite}: what a bundle provides. */
  static final String BACKEND = "BACKEND";

  /** An open snapshot. */
  static final String ID = "ID";

  /** A command. */
  static final String COMMAND = "COMMAND";

  Usage {
    examples = List.copyOf(examples);
  }

  String line() {
    return arguments.isEmpty() ? name : name + " " + arguments;
  }

  /** The part of the name before the colon; commands of one scope are listed together. */
  String scope() {
    return name.contains(":") ? name.substring(0, name.indexOf(':')) : "";
  }

  /** The summary's first sentence, for lists. */
  String headline() {
    int end = summary.indexOf(". ");
    return end < 0 ? summary : summary.substring(0, end + 1);
  }

  String text() {
    StringBuilder text = new StringBuilder(summary).append("\n\nUsage: ").append(line());
    for (int i = 0; i < examples.size(); i++) {
      text.append(i == 0 ? "\n\nExamples:\n  " : "\n  ").append(examples.get(i));
    }
    return text.toString();
  }

  /** The operands by name, in order, those that may be left out at the end. */
  List<String> operands() {
    List<String> operands = new ArrayList<>();
    for (String part : parts()) {
      String bare = bare(part);
      if (!bare.startsWith("-")) {
        operands.add(bare);
      }
    }
    return operands;
  }

  /** How many operands must be there. */
  int requiredOperands() {
    return (int) parts().stream().filter(part -> !part.startsWith("[")).count();
  }

  /** The options without a value. */
  Set<String> flags() {
    Set<String> flags = new LinkedHashSet<>();
    for (String part : parts()) {
      if (bare(part).startsWith("-") && !part.contains(" ")) {
        flags.add(bare(part));
      }
    }
    return flags;
  }

  /** The options with a value: option to the value's name. */
  Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    for (String part : parts()) {
      if (part.contains(" ")) {
        String[] words = bare(part).split(" ", 2);
        options.put(words[0], words[1]);
      }
    }
    return options;
  }

  /** The arguments, each with its brackets. */
  private List<String> parts() {
    return arguments.isEmpty() ? List.of() : List.of(arguments.split(" (?![^\\[]*\\])"));
  }

  private static String bare(String part) {
    return part.startsWith("[") ? part.substring(1, part.length() - 1) : part;
  }
}
