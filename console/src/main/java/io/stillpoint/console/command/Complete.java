package io.stillpoint.console.command;

import io.stillpoint.console.bundles.BackendBundles;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import io.stillpoint.engine.admin.SnapshotSummary;
import io.stillpoint.engine.admin.Snapshots;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import java.util.Collection;
import java.util.List;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code server:complete LINE}: what the interactive shell asks for at each Tab. One candidate a
 * line. It is not among the commands that {@code help} lists, since nobody types it.
 */
@Component(service = Complete.class)
@GogoCommand(scope = "server", function = "complete")
public final class Complete {
  private static final Logger LOG = LoggerFactory.getLogger(Complete.class);

  private final Commands commands;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Tables tables;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backends backends;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Snapshots snapshots;

  private final BackendBundles bundles;

  @Activate
  public Complete(@Reference Commands commands, @Reference BackendBundles bundles) {
    this.commands = commands;
    this.bundles = bundles;
  }

  public String complete(String... words) {
    String line = words.length == 0 ? "" : words[0];
    return String.join("\n", new Completion(commands.usages(), this::names).of(line));
  }

  /** Completion is a help and no answer: where nothing can be asked, nothing is offered. */
  private Collection<String> names(String kind) {
    try {
      return switch (kind) {
        case Usage.TABLE ->
            tables == null ? List.of() : tables.list().stream().map(TableSummary::name).toList();
        case Usage.INSTANCE ->
            backends == null
                ? List.of()
                : backends.list().stream().map(BackendSummary::instance).toList();
        case Usage.BACKEND -> bundles.backends();
        case Usage.ID ->
            snapshots == null
                ? List.of()
                : snapshots.list().stream().map(SnapshotSummary::id).map(String::valueOf).toList();
        default -> List.of();
      };
    } catch (RuntimeException e) {
      LOG.debug("nothing to offer for {}", kind, e);
      return List.of();
    }
  }
}
