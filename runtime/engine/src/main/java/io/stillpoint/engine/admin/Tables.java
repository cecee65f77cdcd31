package io.stillpoint.engine.admin;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The tables of every account, for operators (OPS-1). Any thread; blocks for a few seconds at most.
 */
@ProviderType
public interface Tables {
  /**
   * Every table that the name registry knows, ordered by account, then name. A table whose backend
   * is away or broken is a summary that says so in {@link TableSummary#problem()}, never an
   * exception.
   *
   * @throws AdminException if the registry itself cannot be read; the message says what is missing
   */
  List<TableSummary> list();

  /**
   * One table as DynamoDB's DescribeTable answers it: the JSON object {@code {"Table":{…}}}.
   *
   * @param account a 12-digit account; {@link io.stillpoint.engine.request.Request#DEFAULT_ACCOUNT}
   *     until access keys exist
   * @throws AdminException if there is no such table, or its backend is away
   */
  String describeJson(String account, String name);
}
