package io.stillpoint.sqlite;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The keys of {@code etc/io.stillpoint.sqlite-NAME.cfg}. */
@ObjectClassDefinition(
    name = "SQLite backend instance",
    description = "One embedded database; copy the file to add another instance.")
@interface SqliteConfiguration {
  @AttributeDefinition(
      description = "The instance's name, unique in the server: letters, digits, '-' and '_'.")
  String instance();

  @AttributeDefinition(
      required = false,
      description = "The database file. Left out with memory=true.")
  String path() default "";

  @AttributeDefinition(
      description = "true: keep the tables in memory; they are gone when the server stops.")
  boolean memory() default false;

  @AttributeDefinition(
      description =
          "Milliseconds that creating, changing or deleting a table takes at least (0 to 3600000).")
  long controlPlaneDelay() default 250;

  @AttributeDefinition(description = "Calls that may run at once (1 to 1024); more answer 503.")
  int concurrency() default 64;

  @AttributeDefinition(
      description =
          "Connections that read (1 to 64). Half as many snapshots and online copies may be open at"
              + " once, at least one.")
  int readers() default 8;
}
