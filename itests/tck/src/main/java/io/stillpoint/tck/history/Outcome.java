package io.stillpoint.tck.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What the client was told of an operation, and so what may have happened. Immutable. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Outcome.Ok.class, name = "ok"),
  @JsonSubTypes.Type(value = Outcome.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Outcome.NotApplied.class, name = "not-applied"),
  @JsonSubTypes.Type(value = Outcome.Unknown.class, name = "unknown")
})
public sealed interface Outcome {

  /**
   * Acknowledged.
   *
   * @param images of a read, one for each key, null where the answer says nothing of that key; of a
   *     write, the old or new item where it asked for one, else empty
   */
  record Ok(List<Image> images) implements Outcome {
    public Ok {
      images = Collections.unmodifiableList(new ArrayList<>(images));
    }
  }

  /**
   * A condition did not hold, so nothing was written.
   *
   * @param parts one for each write of the operation
   */
  record Refused(List<Part> parts) implements Outcome {
    public Refused {
      parts = List.copyOf(parts);
    }

    /** The refusal of a single write; {@code seen} is null where the server did not tell. */
    public static Refused seeing(Image seen) {
      return new Refused(List.of(new Part(true, seen)));
    }
  }

  /**
   * One write of a refused operation.
   *
   * @param failed whether this write's condition is one that did not hold
   * @param seen the item that failed it, where the server told; else null
   */
  record Part(boolean failed, Image seen) {}

  /** Surely without effect: a 503, or any other refusal that is not about a condition. */
  record NotApplied(String why) implements Outcome {}

  /** A 500, a cut connection, a client's time-out: takes effect at any later time, or never. */
  record Unknown(String why) implements Outcome {}

  /** An acknowledged write that told nothing. */
  Outcome DONE = new Ok(List.of());

  static Outcome ok(Image... images) {
    return new Ok(Arrays.asList(images));
  }
}
