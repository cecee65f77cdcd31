package io.stillpoint.vendor;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.coordination.Intent;
import io.stillpoint.api.coordination.Intents;
import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.storage.Deadline;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Rows and operations in maps, under one lock. */
final class MemoryCoordination implements CoordinationStore, Revisions, Intents {
  private final Map<String, NavigableMap<String, RevisionedRow>> collections = new HashMap<>();
  private final Map<String, Intent> intents = new LinkedHashMap<>();
  private long lastRevision;

  @Override
  public Revisions revisions() {
    return this;
  }

  @Override
  public Intents intents() {
    return this;
  }

  private NavigableMap<String, RevisionedRow> rows(String collection) {
    return collections.computeIfAbsent(
        collection, unused -> new TreeMap<>(Comparator.comparing(Bytes::utf8)));
  }

  @Override
  public synchronized Optional<RevisionedRow> get(String collection, String key, Deadline until) {
    return Optional.ofNullable(rows(collection).get(key));
  }

  @Override
  public synchronized List<RevisionedRow> list(
      String collection, String after, int limit, Deadline until) {
    return rows(collection).tailMap(after, false).values().stream().limit(limit).toList();
  }

  private void requireRevision(String collection, String key, long expected) {
    RevisionedRow row = rows(collection).get(key);
    long current = row == null ? 0 : row.revision();
    if (current != expected) {
      throw new StaleRevisionException("row " + key + " has another revision", current);
    }
  }

  private RevisionedRow put(String collection, String key, Bytes value) {
    RevisionedRow row = new RevisionedRow(collection, key, ++lastRevision, value);
    rows(collection).put(key, row);
    return row;
  }

  @Override
  public synchronized RevisionedRow create(
      String collection, String key, Bytes value, Deadline until) {
    requireRevision(collection, key, 0);
    return put(collection, key, value);
  }

  @Override
  public synchronized RevisionedRow update(
      String collection, String key, long expected, Bytes value, Deadline until) {
    requireRevision(collection, key, expected);
    return put(collection, key, value);
  }

  @Override
  public synchronized void delete(String collection, String key, long expected, Deadline until) {
    requireRevision(collection, key, expected);
    rows(collection).remove(key);
  }

  @Override
  public synchronized Begun begin(
      String key, String scope, String kind, Bytes payload, Deadline until) {
    if (intents.containsKey(key)) {
      return new Begun.Existing(intents.get(key));
    }
    for (Intent other : intents.values()) {
      if (other.active() && other.scope().equals(scope)) {
        return new Begun.Busy(other);
      }
    }
    Intent intent = new Intent(key, scope, kind, payload, true, Bytes.EMPTY);
    intents.put(key, intent);
    return new Begun.Created(intent);
  }

  @Override
  public synchronized boolean complete(String key, Bytes result, Deadline until) {
    Intent intent = intents.get(key);
    if (intent == null || !intent.active()) {
      return false;
    }
    intents.put(
        key, new Intent(key, intent.scope(), intent.kind(), intent.payload(), false, result));
    return true;
  }

  @Override
  public synchronized List<Intent> active(Deadline until) {
    return intents.values().stream().filter(Intent::active).toList();
  }
}
