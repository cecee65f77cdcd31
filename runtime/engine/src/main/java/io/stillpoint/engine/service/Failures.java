package io.stillpoint.engine.service;

import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.OutcomeUnknownException;
import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.error.UnsupportedException;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.request.Request;
import io.stillpoint.engine.request.Response;
import io.stillpoint.engine.transaction.TransactionCanceledException;
import io.stillpoint.engine.write.ConditionFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns whatever a request failed with into its response. 503 says that it was surely not applied,
 * 500 that this is not known or that the server is at fault (STORAGE-CONTRACT, "Calls").
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** The response; what is a defect or a backend's trouble is logged here, once. */
  static Response response(Request request, Throwable failure) {
    if (failure instanceof ServiceException service) {
      return response(service);
    }
    if (failure instanceof StorageException storage) {
      return response(mapped(request, storage));
    }
    LOG.error("Request {} ({}) failed", request.id(), request.operation(), failure);
    return response(
        new ServiceException(
            ErrorType.INTERNAL_SERVER_ERROR,
            "An internal error; the server's log has it under request " + request.id() + "."));
  }

  private static ServiceException mapped(Request request, StorageException failure) {
    if (failure instanceof TransientException) {
      return error(ErrorType.SERVICE_UNAVAILABLE, failure.getMessage());
    }
    if (failure instanceof StaleRevisionException) {
      return error(
          ErrorType.SERVICE_UNAVAILABLE,
          "The table's definition was being changed. The request was not applied; send it again.");
    }
    if (failure instanceof OutcomeUnknownException) {
      LOG.warn(
          "Request {} ({}) may or may not have been applied",
          request.id(),
          request.operation(),
          failure);
      return error(
          ErrorType.INTERNAL_SERVER_ERROR,
          "It is not known whether the request was applied; read before you send it again.");
    }
    if (failure instanceof TableNotFoundException) {
      return error(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
    }
    if (failure instanceof TableInUseException) {
      return error(ErrorType.RESOURCE_IN_USE, failure.getMessage());
    }
    if (failure instanceof LimitExceededException || failure instanceof UnsupportedException) {
      return error(ErrorType.VALIDATION, failure.getMessage());
    }
    if (failure instanceof InternalException || failure instanceof SnapshotExpiredException) {
      LOG.error("Request {} ({}) failed", request.id(), request.operation(), failure);
      return error(
          ErrorType.INTERNAL_SERVER_ERROR,
          "The table's backend failed; the server's log has it under request "
              + request.id()
              + ".");
    }
    throw new AssertionError("the family of errors is sealed", failure);
  }

  private static ServiceException error(ErrorType type, String message) {
    return new ServiceException(type, message);
  }

  private static Response response(ServiceException failure) {
    ErrorType type = failure.type();
    JsonWriter out = new JsonWriter().object().member("__type", type.wireName());
    // The service spells it either way, by the layer that refuses; SDKs read both.
    String name = failure instanceof TransactionCanceledException ? "Message" : "message";
    if (!failure.getMessage().isEmpty()) {
      out.member(name, failure.getMessage());
    }
    if (failure instanceof ConditionFailedException condition && condition.shown() != null) {
      out.name("Item").raw(condition.shown().json());
    }
    if (failure instanceof TransactionCanceledException canceled) {
      canceled.writeReasons(out.name("CancellationReasons"));
    }
    return new Response(type.status(), out.endObject().toBytes());
  }
}
