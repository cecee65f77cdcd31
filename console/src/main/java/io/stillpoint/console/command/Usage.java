package io.stillpoint.console.command;

import java.util.List;

/**
 * What {@code --help} prints of a command.
 *
 * @param name scope and function, for example {@code table:list}
 * @param arguments the operands and options it takes beside {@code --help}, in brackets where
 *     optional
 * @param summary one sentence
 * @param examples whole command lines
 */
record Usage(String name, String arguments, String summary, List<String> examples) {
  Usage {
    examples = List.copyOf(examples);
  }

  String line() {
    return arguments.isEmpty() ? name : name + " " + arguments;
  }

  String text() {
    StringBuilder text = new StringBuilder(summary).append("\n\nUsage: ").append(line());
    for (int i = 0; i < examples.size(); i++) {
      text.append(i == 0 ? "\n\nExamples:\n  " : "\n  ").append(examples.get(i));
    }
    return text.toString();
  }
}
