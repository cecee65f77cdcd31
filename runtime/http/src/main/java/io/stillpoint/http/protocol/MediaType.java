package io.stillpoint.http.protocol;

/** The content types of requests and answers. */
public enum MediaType {
  /** What every SDK sends. */
  JSON_1_0("application/x-amz-json-1.0"),
  JSON_1_1("application/x-amz-json-1.1"),
  /** No Content-Type header, as the service's answers to what is no API request. */
  NONE("");

  private final String text;

  MediaType(String text) {
    this.text = text;
  }

  /** The type as a header's value; empty for {@link #NONE}. */
  public String text() {
    return text;
  }

  /**
   * The JSON type that a Content-Type header names, its parameters left aside; else {@link #NONE}.
   */
  public static MediaType of(String header) {
    if (header == null) {
      return NONE;
    }
    if (header.equals(JSON_1_0.text)) {
      return JSON_1_0;
    }
    int end = header.indexOf(';');
    String type = (end < 0 ? header : header.substring(0, end)).trim();
    if (type.equalsIgnoreCase(JSON_1_0.text)) {
      return JSON_1_0;
    }
    return type.equalsIgnoreCase(JSON_1_1.text) ? JSON_1_1 : NONE;
  }
}
