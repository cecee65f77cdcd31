package io.stillpoint.engine.settings;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Describes {@code etc/stillpoint.cfg} to tools; {@link EngineSettings#of} reads and judges it. */
@ObjectClassDefinition(
    name = "Stillpoint",
    description =
        "The server's tables. Beside the keys below, place.<table name pattern>=<instance> places"
            + " the tables whose name matches ('*' stands for any characters; the most specific"
            + " pattern counts).")
@interface EngineConfiguration {
  @AttributeDefinition(
      name = "Home instance",
      description = "The backend instance that holds the names of all tables.",
      required = false)
  String home() default "local";

  @AttributeDefinition(
      name = "Region",
      description = "The AWS region that table ARNs name.",
      required = false)
  String region() default "us-east-1";

  @AttributeDefinition(
      name = "Endpoint",
      description = "The host and port of this server that DescribeEndpoints answers.",
      required = false)
  String endpoint() default "localhost:8000";

  @AttributeDefinition(
      name = "Default instance",
      description = "The backend instance for tables that no place.<pattern> matches; empty: home.",
      required = false)
  String default$();
}
