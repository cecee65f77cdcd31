package io.stillpoint.console.bundles;

import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** What Declarative Services says of a component, in sentences. */
final class Components {
  private Components() {}

  /** Whether a component runs with a configuration. */
  static boolean isOf(ComponentConfigurationDTO component, String pid) {
    // One PID is a text, several are a list.
    Object pids = component.properties.get("service.pid");
    return pids instanceof List<?> several ? several.contains(pid) : pid.equals(pids);
  }

  static List<String> problems(ComponentConfigurationDTO component) {
    String name = component.description.name;
    List<String> sentences = new ArrayList<>();
    if (component.state == ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION) {
      sentences.add("The component " + name + " has no configuration.");
    } else if (component.state == ComponentConfigurationDTO.UNSATISFIED_REFERENCE) {
      for (UnsatisfiedReferenceDTO reference : component.unsatisfiedReferences) {
        sentences.add(
            "The component "
                + name
                + " waits for a service for its reference '"
                + reference.name
                + "'"
                + (reference.target == null ? "." : ", target " + reference.target + "."));
      }
    } else if (component.state == ComponentConfigurationDTO.FAILED_ACTIVATION) {
      // The first line; the log has the rest.
      sentences.add(
          "The component "
              + name
              + " failed: "
              + component.failure.lines().findFirst().orElse("?"));
    }
    return sentences;
  }
}
