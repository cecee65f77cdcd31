package io.stillpoint.http.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("OPS-5")
class SettingsTest {
  private static Settings of(Map<String, ?> values) throws SettingsException {
    return Settings.of(values, key -> null);
  }

  @Test
  void theDefaultsAreThoseThatMetatypeShows() throws Exception {
    Map<String, Object> shown = new HashMap<>();
    for (Method key : HttpConfiguration.class.getDeclaredMethods()) {
      shown.put(key.getName(), key.getDefaultValue());
    }
    assertEquals(of(shown), of(Map.of()));
    assertEquals(8000, of(Map.of()).port());
    assertEquals("127.0.0.1", of(Map.of()).host());
    assertEquals(16_777_216, of(Map.of()).limits().maxBodyBytes());
  }

  @Test
  void textsAreReadAsNumbersAndLists() throws Exception {
    Settings settings =
        of(Map.of("port", " 8123 ", "hosts", "A.example, ::2", "maxQueuedRequests", "7"));
    assertEquals(8123, settings.port());
    assertEquals(Set.of("a.example", "::2"), settings.hosts());
    assertEquals(7, settings.limits().maxQueuedRequests());
    assertEquals(Set.of("x", "y"), of(Map.of("hosts", new String[] {"x", "y"})).hosts());
  }

  @Test
  void frameworkPropertiesGoFirst() throws Exception {
    Map<String, String> framework =
        Map.of(Settings.PORT_PROPERTY, "9001", Settings.HOST_PROPERTY, "::1");
    Settings settings = Settings.of(Map.of("port", 8000, "host", "127.0.0.1"), framework::get);
    assertEquals(9001, settings.port());
    assertEquals("::1", settings.host());
    SettingsException refused =
        assertThrows(
            SettingsException.class,
            () -> Settings.of(Map.of(), Map.of(Settings.PORT_PROPERTY, "x")::get));
    assertTrue(refused.getMessage().startsWith("stillpoint.http.port is \"x\""));
  }

  @ParameterizedTest
  @CsvSource({
    "port,65536,from 0 to 65535",
    "port,-1,from 0 to 65535",
    "port,many,from 0 to 65535",
    "port,'',from 0 to 65535",
    "threads,1000,from 0 to 256",
    "maxBodyBytes,0,whole number",
    "maxConnections,0,whole number",
    "maxPipelinedRequests,0,whole number",
    "maxQueuedRequests,1.5,whole number",
    "maxQueuedBytes,99999999999999999999,whole number",
    "headerTimeoutMillis,0,whole number",
    "bodyTimeoutMillis,0,whole number",
    "idleTimeoutMillis,0,whole number",
    "writeTimeoutMillis,0,whole number",
    "replyTimeoutMillis,0,whole number",
    "stopTimeoutMillis,60001,whole number",
    "hosts,http://x,separated by commas",
    "hosts,x:8000,without scheme and port",
    "region,'a b',us-east-1",
  })
  void aBadValueIsRefusedWithKeyProblemAndAllowedForm(String key, String value, String form) {
    SettingsException refused = assertThrows(SettingsException.class, () -> of(Map.of(key, value)));
    assertTrue(refused.getMessage().startsWith(key + " "), refused.getMessage());
    assertTrue(refused.getMessage().contains("\"" + value + "\""), refused.getMessage());
    assertTrue(refused.getMessage().contains(form), refused.getMessage());
  }

  @ParameterizedTest
  @Tag("DDB-10")
  @CsvSource({
    "0.0.0.0",
    "192.168.1.1",
    "::",
    "example.com",
    "128.0.0.1",
    "127.0.0.1.example.com",
    "127.0.0.256",
    "''"
  })
  void onlyTheLoopbackInterfaceIsListenedOn(String host) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> of(Map.of("host", host)));
    assertTrue(refused.getMessage().contains("loopback"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"localhost,127.0.0.1", "LOCALHOST,127.0.0.1", "127.0.0.2,127.0.0.2", "[::1],::1"})
  void loopbackHasManyNames(String host, String bound) throws Exception {
    assertEquals(bound, of(Map.of("host", host)).host());
  }
}
