package io.stillpoint.examples.cities;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One place of the gazetteer.
 *
 * @param latitude degrees, as the decimal text of the file
 * @param longitude degrees, likewise
 */
public record Place(
    String name, String latitude, String longitude, String country, String admin1, String admin2) {
  /** The range key: names repeat within a country, so the coordinates are part of it. */
  String key() {
    return String.join("#", admin1, admin2, name, latitude, longitude);
  }

  Map<String, AttributeValue> item() {
    return Map.of(
        "country", AttributeValue.fromS(country),
        "place", AttributeValue.fromS(key()),
        "name", AttributeValue.fromS(name),
        "admin1", AttributeValue.fromS(admin1),
        "admin2", AttributeValue.fromS(admin2),
        "lat", AttributeValue.fromN(latitude),
        "lng", AttributeValue.fromN(longitude));
  }
}
