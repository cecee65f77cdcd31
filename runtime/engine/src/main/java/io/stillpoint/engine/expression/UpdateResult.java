package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import java.util.Map;

/**
 * What an update made of an item.
 *
 * @param item the item after the update; null if there was none and the update does not make one
 * @param updatedOld what ReturnValues UPDATED_OLD returns: what the item had at the paths of the
 *     update. Empty means that the response has no Attributes
 * @param updatedNew likewise for UPDATED_NEW: what the new item has at those paths. As in the
 *     service this is what stands at an index now: the element that moved up to a removed one, and
 *     nothing for one appended by a greater index
 */
public record UpdateResult(
    Map<String, AttributeValue> item,
    Map<String, AttributeValue> updatedOld,
    Map<String, AttributeValue> updatedNew) {}
