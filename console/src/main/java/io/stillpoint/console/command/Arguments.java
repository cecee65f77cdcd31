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
  private static final String HELP = "--help";

  private final Set<String> flags;
  private final Map<String, String> options;
  private final List<String> operands;

  private Arguments(Set<String> flags, Map<String, String> options, List<String> operands) {
    this.flags = flags;
    this.options = options;
    this.operands = operands;
  }

  /**
   * Sorts the words of one call.
   *
   * @param flags the options without a value that the command knows, {@code --help} aside
   * @param options the options that take a value
   * @param operandCount how many operands the command needs, exactly, unless help was asked for
   * @throws CommandException if a word does not fit
   */
  static Arguments parse(
      Usage usage, Set<String> flags, Set<String> options, int operandCount, String... words) {
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
    if (!seen.contains(HELP) && operands.size() != operandCount) {
      throw CommandException.usage(
          usage,
          operands.size() > operandCount
              ? "Unexpected word '" + operands.get(operandCount) + "'."
              : "Something is missing.");
    }
    return new Arguments(seen, values, operands);
  }

  /**
   * A whole number of at least 0.
   *
   * @param what its name in the message
   */
  static long number(Usage usage, String what, String text) {
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

  boolean has(String flag) {
    return flags.contains(flag);
  }

  String option(String name, String otherwise) {
    return options.getOrDefault(name, otherwise);
  }

  String operand(int index) {
    return operands.get(index);
  }
}
