package io.stillpoint.console.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the last word of a line can become. Everything follows from the commands' {@link Usage}; the
 * words of one kind (tables, instances, …) are asked for only where one may stand.
 */
final class Completion {
  private final List<Usage> usages;
  private final Function<String, Collection<String>> names;

  /**
   * @param names the words there are for an operand's name in a usage; empty for one that is free
   */
  Completion(List<Usage> usages, Function<String, Collection<String>> names) {
    this.usages = usages;
    this.names = names;
  }

  /** The words that the last one of a line, possibly empty, can become; sorted. */
  List<String> of(String line) {
    // Only the last command of several on one line is being typed.
    String typed = line.substring(Math.max(line.lastIndexOf(';'), line.lastIndexOf('|')) + 1);
    String[] words = typed.stripLeading().split("\\s+", -1);
    String last = words[words.length - 1];
    return candidates(List.of(words).subList(0, words.length - 1), last)
        .filter(word -> word.startsWith(last))
        .distinct()
        .sorted()
        .toList();
  }

  private Stream<String> candidates(List<String> before, String last) {
    if (before.isEmpty()) {
      return usages.stream().map(Usage::name);
    }
    Optional<Usage> called =
        usages.stream().filter(usage -> usage.name().equals(before.get(0))).findFirst();
    return called.isEmpty()
        ? Stream.empty()
        : candidates(called.get(), before.subList(1, before.size()), last);
  }

  private Stream<String> candidates(Usage usage, List<String> before, String last) {
    Map<String, String> options = usage.options();
    Set<String> given = new HashSet<>();
    int operands = 0;
    for (int i = 0; i < before.size(); i++) {
      String word = before.get(i);
      if (options.containsKey(word)) {
        if (i == before.size() - 1) {
          return named(options.get(word));
        }
        i++;
      } else if (!word.startsWith("-")) {
        operands++;
      }
      given.add(word);
    }
    List<String> words = new ArrayList<>();
    if (operands < usage.operands().size() && !last.startsWith("-")) {
      named(usage.operands().get(operands)).forEach(words::add);
    }
    // Options crowd out what is needed first; they show once it is there, or a hyphen asks.
    if (operands >= usage.requiredOperands() || last.startsWith("-")) {
      Stream.of(usage.flags(), options.keySet(), Set.of(Arguments.HELP))
          .flatMap(Collection::stream)
          .filter(option -> !given.contains(option))
          .forEach(words::add);
    }
    return words.stream();
  }

  private Stream<String> named(String kind) {
    return kind.equals(Usage.COMMAND)
        ? usages.stream().map(Usage::name)
        : names.apply(kind).stream();
  }
}
