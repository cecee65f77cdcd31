package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Operation.Returns;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.View;

/** What an operation did to, or was told of, one key. Immutable. */
sealed interface Part {
  Key key();

  /** What the key holds afterwards, or null where this cannot have happened to {@code before}. */
  Image apply(Image before);

  /** Whether it changes nothing. */
  boolean readOnly();

  /** The image that the client was shown, or null. */
  Image shown();

  /** A write that took effect, or may have; {@code returned} is null where nothing was told. */
  record Written(Write write, Image returned) implements Part {
    @Override
    public Key key() {
      return write.key();
    }

    @Override
    public Image apply(Image before) {
      if (!write.condition().holds(before)) {
        return null;
      }
      Image after = write.mutation().apply(before);
      if (returned != null) {
        Image told = write.returns() == Returns.ALL_NEW ? after : before;
        if (!told.equals(returned)) {
          return null;
        }
      }
      return after;
    }

    @Override
    public boolean readOnly() {
      return write.mutation() instanceof io.stillpoint.tck.history.Mutation.Check;
    }

    @Override
    public Image shown() {
      return returned;
    }
  }

  /** A write whose condition did not hold; {@code seen} is null where the item was not told. */
  record NotHeld(Write write, Image seen) implements Part {
    @Override
    public Key key() {
      return write.key();
    }

    @Override
    public Image apply(Image before) {
      boolean possible = !write.condition().holds(before) && (seen == null || seen.equals(before));
      return possible ? before : null;
    }

    @Override
    public boolean readOnly() {
      return true;
    }

    @Override
    public Image shown() {
      return seen;
    }
  }

  /** A read of one key. */
  record Seen(Key key, View view, Image image) implements Part {
    @Override
    public Image apply(Image before) {
      return before.through(view).equals(image) ? before : null;
    }

    @Override
    public boolean readOnly() {
      return true;
    }

    @Override
    public Image shown() {
      return image;
    }
  }
}
