package io.stillpoint.console.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void rows_become_objects() {
    String json =
        Json.array(
            List.of(OptionalLong.of(7), OptionalLong.empty()),
            (generator, row) -> {
              generator.writeStringField("text", "\"ü\n");
              Json.number(generator, "items", row);
            });

    assertEquals(
        "[{\"text\":\"\\\"ü\\n\",\"items\":7},{\"text\":\"\\\"ü\\n\",\"items\":null}]", json);
  }

  @Test
  void a_document_becomes_paths_and_values() {
    String text =
        """
        {"Table":{"TableName":"Music","ItemCount":0,"On":true,
         "KeySchema":[{"AttributeName":"Artist"},{"AttributeName":"Song"}]},"Other":null}""";

    assertEquals(
        """
        FIELD                       VALUE
        TableName                   Music
        ItemCount                   0
        On                          true
        KeySchema[0].AttributeName  Artist
        KeySchema[1].AttributeName  Song
        Other                       null""",
        Json.toTable(text, "Table."));
  }

  @Test
  void what_is_no_json_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> Json.toTable("{\"a\":", ""));
  }
}
