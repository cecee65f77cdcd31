package io.stillpoint.console.command;

/** A shell command that {@code help} lists. */
public interface Command {
  Usage usage();
}
