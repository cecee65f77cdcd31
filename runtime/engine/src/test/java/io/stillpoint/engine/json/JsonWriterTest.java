package io.stillpoint.engine.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  @Test
  void separatesWhatItIsGiven() {
    JsonWriter json = new JsonWriter().object();
    json.name("Items").array().raw(Bytes.utf8("{\"a\":{\"S\":\"b\"}}"));
    json.value(Map.of("n", AttributeValue.n(1))).object().endObject().endArray();
    json.member("Count", 2).member("absent", null).member("text", "\"é\n").member("ok", true);
    json.name("units").value(new BigDecimal("0.5")).name("none").array().endArray();
    json.name("key").value(AttributeValue.s("x")).endObject();
    assertEquals(
        "{\"Items\":[{\"a\":{\"S\":\"b\"}},{\"n\":{\"N\":\"1\"}},{}],\"Count\":2,"
            + "\"text\":\"\\\"é\\n\",\"ok\":true,\"units\":0.5,\"none\":[],\"key\":{\"S\":\"x\"}}",
        json.toBytes().utf8());
  }
}
