package io.stillpoint.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.examples.cities.CitiesTable;
import io.stillpoint.examples.cities.Place;
import io.stillpoint.examples.cities.Places;
import io.stillpoint.system.kill.ServerProcess;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The databases kept in baseline/, each written by an earlier version, open and answer. */
@Tag("RT-12")
class BaselineIT {
  private static final Path BASELINE =
      Path.of(System.getProperty("stillpoint.root")).resolve("baseline");

  @Test
  void everyKeptDatabaseHasItsCitiesAndTakesNewOnes(@TempDir Path folder) throws Exception {
    List<Path> kept;
    try (Stream<Path> versions = Files.list(BASELINE)) {
      kept =
          versions
              .map(version -> version.resolve("local.db.gz"))
              .filter(Files::exists)
              .sorted()
              .toList();
    }
    assertTrue(!kept.isEmpty(), "no version in " + BASELINE);
    for (Path file : kept) {
      Path data = folder.resolve(file.getParent().getFileName().toString());
      Files.createDirectories(data.resolve("data"));
      try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
        Files.copy(in, data.resolve("data/local.db"));
      }
      try (ServerProcess server = ServerProcess.start(data);
          DynamoDbClient client = SharedServer.client(server.endpoint())) {
        check(new CitiesTable(client, "Cities"));
        TestTable.keyed(client, "new").put(Map.of("pk", TestTable.s("a")));
      }
    }
  }

  private static void check(CitiesTable cities) throws Exception {
    List<Place> places = Places.sample();
    places.stream()
        .collect(Collectors.groupingBy(Place::country, Collectors.counting()))
        .forEach((country, count) -> assertEquals(count, cities.count(country), country));
    String name = places.get(0).name();
    assertEquals(
        places.stream().filter(place -> place.name().equals(name)).count(),
        cities.named(name, 100).size(),
        name);
  }
}
