package io.stillpoint.console.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words after a command's name, sorted into flags, options with a value, and operands. Commands
 * take all words and parse them here, because Gogo answers an unknown option with the Java
 * signatures it tried.
 */
final class Arguments {
  static final String HELP = "--help";
  static final String JSON = "--json";

  private final Usage usage;
  private final Set<String> flags;
  private final Map<String, String> options;
  private final List<String> operands;

  private Arguments(
      Usage usage, Set<String> flags, Map<String, String> options, List<String> operands) {
    this.usage = usage;
    this.flags = flags;
    this.options = options;
    this.operands = operands;
  }

  /**
   * Sorts the words of one call as the command's usage says.
   *
   * @throws CommandException if a word does not fit, or one is missing and help was not asked for
   */
  static Arguments parse(Usage usage, String... words) {
    Set<String> flags = usage.flags();
    Set<String> options = usage.options().keySet();
    Set<String> seen = new HashSet<>();
    Map<String, String> values = new HashMap<>();
    List<String> operands = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      if (word.equals(HELP) || flags.contains(word)) {
        seen.add(word);
      } else if (options.contains(word)) {
        if (++i == words.length) {
          throw CommandException.usage(usage, word + " needs a value.");
        }
        values.put(word, words[i]);
      } else if (word.startsWith("-")) {
        throw CommandException.usage(usage, "Unknown option " + word + ".");
      } else {
        operands.add(word);
      }
    }
    if (!seen.contains(HELP)) {
      List<String> names = usage.operands();
      if (operands.size() > names.size()) {
        throw CommandException.usage(
            usage, "Unexpected word '" + operands.get(names.size()) + "'.");
      }
      if (operands.size() < usage.requiredOperands()) {
        throw CommandException.usage(usage, names.get(operands.size()) + " is missing.");
      }
    }
    return new Arguments(usage, seen, values, operands);
  }

  /**
   * A whole number of at least 0.
   *
   * @param what its name in the message
   */
  long number(String what, String text) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw CommandException.usage(usage, what + " is a whole number, not '" + text + "'.");
  }

  boolean wantsHelp() {
    return flags.contains(HELP);
  }

  boolean wantsJson() {
    return flags.contains(JSON);
  }

  boolean has(String flag) {
    return flags.contains(flag);
  }

  String option(String name, String otherwise) {
    return options.getOrDefault(name, otherwise);
  }

  String operand(int index) {
    return operands.get(index);
  }

  /** How many operands there are. */
  int operandCount() {
    return operands.size();
  }
}
