package io.stillpoint.examples.cities;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Loads the places, asks for some of them, and compares every answer with the file. */
public final class Main {
  private static final String TABLE = "Cities";

  private Main() {}

  /**
   * Exits with 0 if every answer agrees with the file, with 1 if not, with 2 for wrong arguments.
   */
  public static void main(String[] args) throws Exception {
    URI endpoint = URI.create("http://127.0.0.1:8000");
    Path file = null;
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length || !List.of("--endpoint", "--file").contains(args[i])) {
        System.err.println("usage: examples/cities/run [--endpoint URL] [--file cities.json.gz]");
        System.exit(2);
      }
      if (args[i].equals("--file")) {
        file = Path.of(args[i + 1]);
      } else {
        endpoint = URI.create(args[i + 1]);
      }
    }
    List<Place> places = file == null ? Places.sample() : Places.of(file);
    try (DynamoDbClient client = client(endpoint)) {
      System.exit(run(new CitiesTable(client, TABLE), places) ? 0 : 1);
    } catch (DynamoDbException e) {
      System.err.println(
          e.awsErrorDetails().errorCode() + ": " + e.awsErrorDetails().errorMessage());
      System.err.println(
          "If an earlier run left the table: aws dynamodb delete-table --table-name "
              + TABLE
              + " --endpoint-url "
              + endpoint);
      System.exit(1);
    } catch (SdkClientException e) {
      System.err.println("No answer from " + endpoint + ": start one with bin/stillpoint");
      System.exit(1);
    }
  }

  private static DynamoDbClient client(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  private static boolean run(CitiesTable table, List<Place> places) throws InterruptedException {
    table.create();
    long start = System.nanoTime();
    table.load(
        places,
        loaded -> {
          if (loaded % 10_000 < 25) {
            System.out.printf("%,d of %,d places%n", loaded, places.size());
          }
        });
    double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
    System.out.printf(
        "loaded %,d places in %.1f s (%,.0f a second)%n",
        places.size(), seconds, places.size() / seconds);
    return agrees(table, places);
  }

  /** Asks for every country's count, the largest region's places and the most frequent name. */
  private static boolean agrees(CitiesTable table, List<Place> places) {
    boolean agrees = true;
    Map<String, Long> countries =
        places.stream().collect(Collectors.groupingBy(Place::country, Collectors.counting()));
    for (Map.Entry<String, Long> country : countries.entrySet()) {
      agrees &=
          check(
              "count of " + country.getKey(),
              country.getValue(),
              (long) table.count(country.getKey()));
    }

    Map<List<String>, List<String>> regions =
        places.stream()
            .collect(
                Collectors.groupingBy(
                    place -> List.of(place.country(), place.admin1()),
                    Collectors.mapping(Place::name, Collectors.toList())));
    List<String> region = largest(regions);
    agrees &=
        check(
            "places in " + region,
            regions.get(region).stream().sorted().toList(),
            table.inRegion(region.get(0), region.get(1)).stream().sorted().toList());

    Map<String, List<String>> names =
        places.stream()
            .collect(
                Collectors.groupingBy(
                    Place::name,
                    Collectors.mapping(
                        place -> place.country() + "#" + place.key(), Collectors.toList())));
    String name = largest(names);
    List<String> found = table.named(name, 7);
    agrees &= check("distinct places named " + name, found.size(), new HashSet<>(found).size());
    agrees &= check("places named " + name, new HashSet<>(names.get(name)), new HashSet<>(found));
    return agrees;
  }

  private static <K, V> K largest(Map<K, List<V>> groups) {
    return groups.entrySet().stream()
        .max(Map.Entry.comparingByValue((a, b) -> Integer.compare(a.size(), b.size())))
        .orElseThrow()
        .getKey();
  }

  private static boolean check(String what, Object expected, Object answered) {
    boolean same = expected.equals(answered);
    String shown =
        expected instanceof java.util.Collection<?> c ? c.size() + " places" : "" + expected;
    System.out.println((same ? "ok      " : "DIFFERS ") + what + ": " + (same ? shown : answered));
    return same;
  }
}
