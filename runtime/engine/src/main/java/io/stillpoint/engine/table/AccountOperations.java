package io.stillpoint.engine.table;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.DescribeContinuousBackups;
import io.stillpoint.engine.model.DescribeTimeToLive;
import io.stillpoint.engine.model.ListTagsOfResource;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.settings.SettingsSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The operations that tools call before anything else and whose answer is short: limits, endpoints,
 * and 'off' or 'none' for what this version does not have (TTL, tags, backups). As {@link
 * TableOperations}.
 */
@Component(service = AccountOperations.class)
public final class AccountOperations {
  private static final int ACCOUNT_UNITS = 80_000;
  private static final int TABLE_UNITS = 40_000;
  private static final int CACHE_MINUTES = 1440;

  private final TableOperations tables;
  private final SettingsSource settings;

  @Activate
  public AccountOperations(@Reference TableOperations tables, @Reference SettingsSource settings) {
    this.tables = tables;
    this.settings = settings;
  }

  /** DescribeLimits: the service's default quotas; none is enforced. */
  public Bytes describeLimits() {
    return new JsonWriter()
        .object()
        .member("AccountMaxReadCapacityUnits", ACCOUNT_UNITS)
        .member("AccountMaxWriteCapacityUnits", ACCOUNT_UNITS)
        .member("TableMaxReadCapacityUnits", TABLE_UNITS)
        .member("TableMaxWriteCapacityUnits", TABLE_UNITS)
        .endObject()
        .toBytes();
  }

  /** DescribeEndpoints: this server, never one of the service's own addresses. */
  public Bytes describeEndpoints() {
    JsonWriter out = new JsonWriter().object().name("Endpoints").array().object();
    out.member("Address", settings.current().endpoint());
    out.member("CachePeriodInMinutes", CACHE_MINUTES);
    return out.endObject().endArray().endObject().toBytes();
  }

  /** DescribeTimeToLive: off. */
  public Bytes describeTimeToLive(String account, DescribeTimeToLive request, Deadline deadline) {
    tables.find(account, request.table(), deadline);
    JsonWriter out = new JsonWriter().object().name("TimeToLiveDescription").object();
    return out.member("TimeToLiveStatus", "DISABLED").endObject().endObject().toBytes();
  }

  /** ListTagsOfResource: none. */
  public Bytes listTagsOfResource(String account, ListTagsOfResource request, Deadline deadline) {
    TableRef ref = request.table();
    // The missing letter is the service's.
    find(
        account,
        ref,
        deadline,
        ErrorType.RESOURCE_NOT_FOUND,
        "Requested resource not found: ResourcArn: " + ref.requested() + " not found");
    return new JsonWriter().object().name("Tags").array().endArray().endObject().toBytes();
  }

  /** DescribeContinuousBackups: off. */
  public Bytes describeContinuousBackups(
      String account, DescribeContinuousBackups request, Deadline deadline) {
    TableRef ref = request.table();
    find(account, ref, deadline, ErrorType.TABLE_NOT_FOUND, "Table not found: " + ref.name());
    JsonWriter out = new JsonWriter().object().name("ContinuousBackupsDescription").object();
    out.member("ContinuousBackupsStatus", "DISABLED");
    out.name("PointInTimeRecoveryDescription").object();
    out.member("PointInTimeRecoveryStatus", "DISABLED").endObject();
    return out.endObject().endObject().toBytes();
  }

  /** Refuses a table that is not there in the words of the operation. */
  private void find(
      String account, TableRef ref, Deadline deadline, ErrorType type, String message) {
    try {
      tables.find(account, ref, deadline);
    } catch (ServiceException e) {
      throw e.type() == ErrorType.RESOURCE_NOT_FOUND ? new ServiceException(type, message) : e;
    }
  }
}
