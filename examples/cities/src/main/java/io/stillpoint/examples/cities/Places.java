package io.stillpoint.examples.cities;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Reads places from a gzipped JSON array of flat objects. */
public final class Places {
  private Places() {}

  /** The sample that the example brings. */
  public static List<Place> sample() throws IOException {
    try (InputStream in = Places.class.getResourceAsStream("places-sample.json.gz")) {
      return read(in);
    }
  }

  public static List<Place> of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    }
  }

  private static List<Place> read(InputStream in) throws IOException {
    List<Place> places = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(new GZIPInputStream(in))) {
      json.nextToken();
      while (json.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> fields = new HashMap<>();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
          fields.put(name, json.nextTextValue());
        }
        places.add(
            new Place(
                fields.get("name"),
                fields.get("lat"),
                fields.get("lng"),
                fields.get("country"),
                fields.get("admin1"),
                fields.get("admin2")));
      }
    }
    return places;
  }
}
