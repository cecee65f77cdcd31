package io.stillpoint.bench.load;

import io.stillpoint.bench.NotRunException;
import io.stillpoint.bench.measure.Pairs;
import io.stillpoint.bench.server.ServerProcess;
import java.io.IOException;
import java.time.Duration;

/**
 * One operation sent to one server.
 *
 * @param operation put, get or query
 * @param leastBytes an answer with less than this on average is not the one that was asked for
 */
public record Load(
    ServerProcess server,
    Wrk wrk,
    String operation,
    int partitions,
    int leastBytes,
    Duration warmUpTime,
    Duration time)
    implements Pairs.Contender {
  @Override
  public String name() {
    return server.kind().title();
  }

  @Override
  public void warmUp() throws IOException, InterruptedException, NotRunException {
    Wrk.Result unused = run(warmUpTime);
  }

  @Override
  public Pairs.Rate measure() throws IOException, InterruptedException, NotRunException {
    Wrk.Result result = run(time);
    return new Pairs.Rate(result.perSecond(), result.toString());
  }

  private Wrk.Result run(Duration howLong)
      throws IOException, InterruptedException, NotRunException {
    Wrk.Result result = wrk.run(server.client().endpoint(), operation, partitions, howLong);
    if (result.bytesEach() < leastBytes) {
      throw new IOException(
          String.format(
              "%s answered %s with %.0f bytes on average, less than the %d of a whole answer",
              name(), operation, result.bytesEach(), leastBytes));
    }
    return result;
  }
}
