package io.stillpoint.engine.admin;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The backend instances of this server, for operators (OPS-1). Any thread; does not wait for a
 * database.
 */
@ProviderType
public interface Backends {
  /**
   * Every instance that the backend directory knows, ordered by instance name. One that cannot
   * serve (connecting, failed, refused as a second of its name, of another contract version) is a
   * summary whose {@link BackendSummary#reason()} says why; this method throws nothing.
   */
  List<BackendSummary> list();

  /**
   * Everything that is known of one instance. Where two services have one name it is the one that
   * serves.
   *
   * @throws AdminException if the directory knows no such instance
   */
  BackendDetails describe(String instance);
}
