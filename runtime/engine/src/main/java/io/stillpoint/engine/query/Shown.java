package io.stillpoint.engine.query;

import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.Condition;
import io.stillpoint.engine.expression.Projection;
import io.stillpoint.engine.model.Select;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a Query or Scan does with the entries it looks at.
 *
 * @param filter null if all pass
 * @param projection null if all attributes are returned
 * @param onlyCounts whether no items are returned
 * @param fetchesItems whether the items themselves are needed: a local index does not show all that
 *     was asked for
 */
record Shown(Condition filter, Projection projection, boolean onlyCounts, boolean fetchesItems) {

  /**
   * Works out Select, which has another default for an index (API Reference, Query, Select).
   *
   * @param select null if none was sent
   * @throws ServiceException if a global index does not show what is asked for
   */
  static Shown of(Source source, Select select, Condition filter, Projection projection) {
    boolean all = select == Select.ALL_ATTRIBUTES && !source.showsAll();
    if (all && source.isGlobal()) {
      throw ServiceException.validation(
          "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported"
              + " for global secondary index "
              + source.index().name()
              + " because its projection type is not ALL");
    }
    boolean fetches = all;
    if (projection != null) {
      List<String> missing = source.notShown(sorted(projection.attributes().all()));
      if (!missing.isEmpty() && source.isGlobal()) {
        throw ServiceException.validation(
            "One or more parameter values were invalid: Global secondary index "
                + source.index().name()
                + " does not project "
                + missing);
      }
      fetches |= !missing.isEmpty();
    }
    if (filter != null && source.isIndex() && !source.isGlobal()) {
      fetches |= !source.notShown(filter.attributes().all()).isEmpty();
    }
    return new Shown(filter, projection, select == Select.COUNT, fetches);
  }

  private static Set<String> sorted(Set<String> names) {
    List<String> sorted = new ArrayList<>(names);
    sorted.sort(null);
    return new LinkedHashSet<>(sorted);
  }

  /** Whether entries can be counted by their headers alone. */
  boolean needsValues(Source source) {
    // An index entry's base key, which a LastEvaluatedKey needs, is in its value.
    return !onlyCounts || filter != null || fetchesItems || source.isIndex();
  }
}
