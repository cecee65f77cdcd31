package io.stillpoint.engine.admin;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Says which backend instances the engine lets calls through to, for those who wait for one. It has
 * no methods: all is in its service properties, which change with the instances, so that a reader
 * needs no class of this bundle. An instance that its backend calls SERVING is not here until the
 * engine has seen that it belongs to this cluster.
 */
@ProviderType
public interface ServingInstances {
  /** Service property: the names, a {@code String[]}. */
  String INSTANCES = "stillpoint.engine.serving";
}
