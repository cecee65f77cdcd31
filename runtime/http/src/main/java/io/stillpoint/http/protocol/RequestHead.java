package io.stillpoint.http.protocol;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;

/**
 * Decides from a request's header whether it is an API request, in the service's order of checks as
 * far as it is known (recorded by dynalite from the real service); checks that the service does not
 * have come first.
 *
 * <p>No credential is asked for. Until access keys exist there is one account whatever the
 * credential says (DDB-10); a request without any Authorization header is taken as well, since
 * refusing it would protect nothing and make every {@code curl} a puzzle.
 */
public final class RequestHead {
  /** The only version of the API, as the target header names it, with its dot. */
  public static final String TARGET_PREFIX = "DynamoDB_20120810.";

  private static final AsciiString TARGET = AsciiString.cached("x-amz-target");

  private RequestHead() {}

  /** The operation that a request which passed {@link #check} names. */
  public static String operation(HttpRequest request) {
    return request.headers().get(TARGET).substring(TARGET_PREFIX.length());
  }

  /** Whether the client waits for a 100 before it sends the body. */
  public static boolean expectsContinue(HttpRequest request) {
    String expect = request.headers().get(HttpHeaderNames.EXPECT);
    return "100-continue".equalsIgnoreCase(expect)
        && request.protocolVersion().equals(HttpVersion.HTTP_1_1);
  }

  /** The answer to a request that could not be decoded. */
  public static Refusal malformed(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Refusal.badHttp(414, "The request line is longer than the server accepts.");
    }
    if (cause instanceof TooLongFrameException) {
      return Refusal.badHttp(431, "The request's header is larger than the server accepts.");
    }
    return Refusal.badHttp(400, "The request is not valid HTTP/1.1.");
  }

  /** Why the request is refused, or null when it is for the engine. */
  public static Refusal check(HttpRequest request, HostNames hosts, String region) {
    HttpHeaders headers = request.headers();
    Refusal refusal = checkHttp(request, headers);
    if (refusal == null) {
      refusal = checkHost(request, headers, hosts);
    }
    if (refusal != null) {
      return refusal;
    }
    HttpMethod method = request.method();
    if (!method.equals(HttpMethod.POST)) {
      if (method.equals(HttpMethod.HEAD)) {
        return Refusal.withoutBody();
      }
      return method.equals(HttpMethod.GET) && isRoot(request.uri())
          ? Refusal.healthy(region)
          : Refusal.notAnApiRequest();
    }
    MediaType type = MediaType.of(headers.get(HttpHeaderNames.CONTENT_TYPE));
    if (type == MediaType.NONE || !isRoot(request.uri())) {
      return Refusal.notAnApiRequest();
    }
    String coding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
    if (coding != null && !coding.equalsIgnoreCase("identity")) {
      return Refusal.serialization(
          type, "Content-Encoding " + coding + " is not supported: send the JSON uncompressed.");
    }
    String target = headers.get(TARGET);
    if (target == null
        || target.length() == TARGET_PREFIX.length()
        || !target.startsWith(TARGET_PREFIX)) {
      return Refusal.unknownOperation(type);
    }
    return null;
  }

  private static Refusal checkHttp(HttpRequest request, HttpHeaders headers) {
    if (request.protocolVersion().majorVersion() != 1) {
      return Refusal.badHttp(505, "Only HTTP/1.1 and HTTP/1.0 are supported.");
    }
    String coding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
    if (coding != null && !coding.trim().equalsIgnoreCase("chunked")) {
      return Refusal.badHttp(501, "The only Transfer-Encoding that is supported is chunked.");
    }
    String expect = headers.get(HttpHeaderNames.EXPECT);
    if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
      return Refusal.badHttp(417, "The only Expect that is supported is 100-continue.");
    }
    return null;
  }

  private static Refusal checkHost(HttpRequest request, HttpHeaders headers, HostNames hosts) {
    String host = headers.get(HttpHeaderNames.HOST);
    if (host == null) {
      // HTTP/1.0 had no Host header, and no browser that could be led here speaks it.
      return request.protocolVersion().equals(HttpVersion.HTTP_1_0)
          ? null
          : Refusal.badHttp(400, "The Host header is missing.");
    }
    if (headers.getAll(HttpHeaderNames.HOST).size() > 1) {
      return Refusal.badHttp(400, "There is more than one Host header.");
    }
    String authority = authority(request.uri());
    String name = authority == null ? host : authority;
    if (hosts.knows(name)) {
      return null;
    }
    return Refusal.forbidden(
        "Host \""
            + (name.length() > 255 ? name.substring(0, 255) : name)
            + "\" is not a name of this server. Use localhost or 127.0.0.1, or add the name to the"
            + " key hosts of the configuration io.stillpoint.http.");
  }

  /** The authority of a target in absolute form (RFC 9112, 3.2.2), or null. */
  private static String authority(String uri) {
    if (!uri.regionMatches(true, 0, "http://", 0, 7)) {
      return null;
    }
    int end = uri.indexOf('/', 7);
    return end < 0 ? uri.substring(7) : uri.substring(7, end);
  }

  /** Whether the target's path is "/" or empty; a query is the service's presigned form. */
  private static boolean isRoot(String uri) {
    if (uri.equals("/")) {
      return true;
    }
    String path = uri;
    String authority = authority(uri);
    if (authority != null) {
      path = uri.substring(7 + authority.length());
    }
    int query = path.indexOf('?');
    path = query < 0 ? path : path.substring(0, query);
    return path.isEmpty() || path.equals("/");
  }
}
