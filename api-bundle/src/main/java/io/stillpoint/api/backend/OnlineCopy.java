package io.stillpoint.api.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Copies an embedded database to a file while it serves. Optional: registered as an OSGi service
 * beside the instance's storage engine, with the same properties, by backends whose database is a
 * file (LITE-5).
 */
@ProviderType
public interface OnlineCopy {
  /**
   * Copies the whole database as of one instant; writers go on. Holds a slot until it returns. The
   * file appears under its name complete and synced, or not at all. Ends with an error within a
   * second of the instance's abort.
   *
   * @param target a file that does not exist, in a folder that does
   * @param progress told now and then how many bytes were written; the copier's thread or another
   * @return the file's size in bytes
   * @throws java.nio.file.FileAlreadyExistsException if there is such a file
   * @throws IOException if it cannot be written, or the copying thread is interrupted
   * @throws io.stillpoint.api.error.LimitExceededException at once, if no slot is free
   * @throws io.stillpoint.api.error.TransientException if the instance does not serve
   * @throws io.stillpoint.api.error.SnapshotExpiredException if the instance left service
   */
  long copyTo(Path target, LongConsumer progress) throws IOException;
}
