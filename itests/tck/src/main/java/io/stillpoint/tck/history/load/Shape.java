package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.View;
import io.stillpoint.tck.history.check.TableModel;
import io.stillpoint.tck.history.check.TableModel.IndexModel;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table that the load uses: {@code pk} (S) and {@code sk} (S) are its key; an item may have
 * {@code v} (S, unique to the write), {@code n} (N, a counter), {@code g} (S) and {@code l} (N).
 * {@code byG} is a global index on g and v that projects everything; {@code byL} is a local index
 * on l that projects v. Items without g or l are in no index, so both are sparse.
 */
public final class Shape {
  public static final String HASH = "pk";
  public static final String RANGE = "sk";
  public static final String VALUE = "v";
  public static final String COUNTER = "n";
  public static final String GLOBAL_HASH = "g";
  public static final String LOCAL_RANGE = "l";
  public static final String GLOBAL_INDEX = "byG";
  public static final String LOCAL_INDEX = "byL";

  /** What a read through the local index shows. */
  public static final View LOCAL_VIEW =
      new View(LOCAL_INDEX, Set.of(LOCAL_RANGE), Set.of(LOCAL_RANGE, VALUE));

  private Shape() {}

  /** The table's definition for the checker. */
  public static TableModel model(String table) {
    return new TableModel(
        table,
        HASH,
        RANGE,
        List.of(
            new IndexModel(GLOBAL_INDEX, Map.of(GLOBAL_HASH, "S", VALUE, "S"), null),
            new IndexModel(LOCAL_INDEX, Map.of(LOCAL_RANGE, "N"), Set.of(VALUE))));
  }
}
