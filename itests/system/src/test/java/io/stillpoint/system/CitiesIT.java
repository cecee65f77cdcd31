package io.stillpoint.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.stillpoint.examples.cities.CitiesTable;
import io.stillpoint.examples.cities.Place;
import io.stillpoint.examples.cities.Places;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The example's own loading and asking, against the places of its sample or, with {@code
 * -Dstillpoint.cities=FILE}, of a whole gazetteer.
 */
@Tag("DDB-3")
@Tag("DDB-4")
@Tag("DDB-5")
@ExtendWith(SharedServer.class)
class CitiesIT {
  private final DynamoDbClient client;

  CitiesIT(DynamoDbClient client) {
    this.client = client;
  }

  @Test
  void everyCountryCountsEveryRegionAndNameIsFound() throws Exception {
    String file = System.getProperty("stillpoint.cities", "");
    List<Place> places = file.isEmpty() ? Places.sample() : Places.of(Path.of(file));
    assertFalse(places.isEmpty());
    CitiesTable table = new CitiesTable(client, "cities");
    table.create();
    table.load(places, loaded -> {});

    places.stream()
        .collect(Collectors.groupingBy(Place::country, Collectors.counting()))
        .forEach((country, count) -> assertEquals(count, table.count(country), country));

    Map<List<String>, List<String>> regions =
        places.stream()
            .collect(
                Collectors.groupingBy(
                    place -> List.of(place.country(), place.admin1()),
                    Collectors.mapping(Place::name, Collectors.toList())));
    List<String> region = largest(regions);
    assertEquals(
        regions.get(region).stream().sorted().toList(),
        table.inRegion(region.get(0), region.get(1)).stream().sorted().toList(),
        "places in " + region);

    Map<String, List<Place>> names = places.stream().collect(Collectors.groupingBy(Place::name));
    String name = largest(names);
    List<String> found = table.named(name, 7);
    assertEquals(
        names.get(name).stream()
            .map(
                place ->
                    String.join(
                        "#",
                        place.country(),
                        place.admin1(),
                        place.admin2(),
                        place.name(),
                        place.latitude(),
                        place.longitude()))
            .collect(Collectors.toSet()),
        new HashSet<>(found),
        "places named " + name);
    assertEquals(names.get(name).size(), found.size(), "places named " + name);
  }

  private static <K, V> K largest(Map<K, List<V>> groups) {
    return groups.entrySet().stream()
        .max(Map.Entry.comparingByValue((a, b) -> Integer.compare(a.size(), b.size())))
        .orElseThrow()
        .getKey();
  }
}
