package io.stillpoint.engine.service;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonReader;
import io.stillpoint.engine.request.Request;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.engine.request.Response;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests to the engine's entrance: JSON in, JSON out, single quotes for double ones. */
record Client(RequestHandler handler) {

  /** A request's answer: status and JSON. */
  record Answer(int status, Json.Obj body, String text) {
    String type() {
      String type = ((Json.Str) body.get("__type")).value();
      return type.substring(type.indexOf('#') + 1);
    }

    String message() {
      Json message = body.get("message") == null ? body.get("Message") : body.get("message");
      return message == null ? "" : ((Json.Str) message).value();
    }
  }

  Answer send(String operation, String body) {
    CompletableFuture<Response> reply = new CompletableFuture<>();
    handler.handle(
        new Request(
            Request.DEFAULT_ACCOUNT,
            operation,
            Bytes.utf8(body.replace('\'', '"')),
            UUID.randomUUID().toString()),
        reply::complete);
    try {
      Response response = reply.get(30, TimeUnit.SECONDS);
      return new Answer(
          response.status(), JsonReader.parse(response.body()), response.body().utf8());
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError("no reply within 30 s to " + operation + " " + body, e);
    }
  }

  /** Sends a request that must succeed; its JSON. */
  String ok(String operation, String body) {
    Answer answer = send(operation, body);
    if (answer.status() != 200) {
      throw new AssertionError(operation + " " + body + ": " + answer.text());
    }
    return answer.text().replace('"', '\'');
  }

  /** Sends a request that must fail; {@code Type: message}. */
  String fails(String operation, String body) {
    Answer answer = send(operation, body);
    if (answer.status() == 200) {
      throw new AssertionError(operation + " " + body + ": " + answer.text());
    }
    return answer.type() + ": " + answer.message();
  }
}
