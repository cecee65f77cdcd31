package io.stillpoint.console.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void columns_are_as_wide_as_their_widest_cell_and_numbers_stand_right() {
    TextTable table = new TextTable("NAME", "#ITEMS", "STATUS");
    table.row("Music", "5", "ACTIVE");
    table.row("Ä", "1200", "CREATING");

    assertEquals(
        """
        NAME   ITEMS  STATUS
        Music      5  ACTIVE
        Ä       1200  CREATING""",
        table.toString());
  }

  @Test
  void a_column_without_content_is_left_out() {
    TextTable table = new TextTable("NAME", "PROBLEM", "STATUS");
    table.row("a", "", "ACTIVE");

    assertEquals("NAME  STATUS\na     ACTIVE", table.toString());
  }

  @Test
  void a_cell_cannot_break_the_row_or_the_terminal() {
    TextTable table = new TextTable("NAME");
    table.row("two\nlines\u001b[31m");

    assertEquals("NAME\ntwo lines [31m", table.toString());
  }

  @Test
  void a_row_of_another_width_is_a_mistake() {
    TextTable table = new TextTable("NAME");

    assertThrows(IllegalArgumentException.class, () -> table.row("a", "b"));
  }
}
