package io.stillpoint.engine.transaction;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.engine.model.TransactWriteItems;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 of what a TransactWriteItems does: its actions in order, with items, keys and values in
 * canonical JSON, so that another spelling of a number or another order of members is the same
 * request. What a request only asks to be told (consumed capacity, metrics) does not count.
 */
final class RequestDigest {
  private final MessageDigest sha;

  private RequestDigest() {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static Bytes of(TransactWriteItems request) {
    RequestDigest digest = new RequestDigest();
    for (TransactWriteItems.Action action : request.actions()) {
      digest.add(action);
    }
    return Bytes.wrap(digest.sha.digest());
  }

  private void add(TransactWriteItems.Action action) {
    if (action instanceof TransactWriteItems.Put put) {
      add("Put").add(put.item()).add("");
    } else if (action instanceof TransactWriteItems.Update update) {
      add("Update").add(update.key()).add(update.updateExpression());
    } else if (action instanceof TransactWriteItems.Delete delete) {
      add("Delete").add(delete.key()).add("");
    } else if (action instanceof TransactWriteItems.ConditionCheck check) {
      add("ConditionCheck").add(check.key()).add("");
    }
    add(action.table().name());
    add(action.conditionExpression() == null ? "" : action.conditionExpression());
    Map<String, String> names = new TreeMap<>(action.attributes().names());
    add(names.size());
    names.forEach((name, attribute) -> add(name).add(attribute));
    add(action.attributes().values());
    add(action.onConditionCheckFailure().name());
  }

  private RequestDigest add(String text) {
    return add(Bytes.utf8(text));
  }

  private RequestDigest add(Map<String, AttributeValue> attributes) {
    return add(CanonicalJson.encode(attributes));
  }

  /** Each part after its length: no two requests run together into the same bytes. */
  private RequestDigest add(Bytes part) {
    add(part.length());
    sha.update(part.array());
    return this;
  }

  private void add(int number) {
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }
}
