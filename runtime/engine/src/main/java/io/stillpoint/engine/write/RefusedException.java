package io.stillpoint.engine.write;

import io.stillpoint.engine.error.ServiceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One or more actions of a write were refused. Nothing was written. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ServiceException> refusals;

  RefusedException(List<ServiceException> refusals) {
    super("refused", null, false, false);
    this.refusals = Collections.unmodifiableList(new ArrayList<>(refusals));
  }

  /** For each item, in order, why it was refused, or null. */
  public List<ServiceException> refusals() {
    return refusals;
  }
}
