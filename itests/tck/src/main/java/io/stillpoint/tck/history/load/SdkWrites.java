package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Condition;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Operation.Returns;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.check.TableModel;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The writing requests of {@link SdkClient}. Failures are the SDK's exceptions. */
final class SdkWrites {
  private final DynamoDbClient sdk;
  private final TableModel table;

  SdkWrites(DynamoDbClient sdk, TableModel table) {
    this.sdk = sdk;
    this.table = table;
  }

  Outcome one(Write write) {
    Map<String, AttributeValue> key = SdkItems.key(table, write.key());
    var expressions = new SdkExpressions(table.hash(), write.mutation(), write.condition());
    var onFailure = onFailure(write.condition());
    ReturnValue returns = ReturnValue.fromValue(write.returns().name());
    Map<String, AttributeValue> told;
    if (write.mutation() instanceof Mutation.Put put) {
      told =
          sdk.putItem(
                  r ->
                      r.tableName(table.name())
                          .item(SdkItems.item(table, write.key(), put.image()))
                          .conditionExpression(expressions.condition())
                          .expressionAttributeNames(expressions.names())
                          .expressionAttributeValues(expressions.values())
                          .returnValues(returns)
                          .returnValuesOnConditionCheckFailure(onFailure))
              .attributes();
    } else if (write.mutation() instanceof Mutation.Delete) {
      told =
          sdk.deleteItem(
                  r ->
                      r.tableName(table.name())
                          .key(key)
                          .conditionExpression(expressions.condition())
                          .expressionAttributeNames(expressions.names())
                          .expressionAttributeValues(expressions.values())
                          .returnValues(returns)
                          .returnValuesOnConditionCheckFailure(onFailure))
              .attributes();
    } else if (write.mutation() instanceof Mutation.Update) {
      told =
          sdk.updateItem(
                  r ->
                      r.tableName(table.name())
                          .key(key)
                          .updateExpression(expressions.update())
                          .conditionExpression(expressions.condition())
                          .expressionAttributeNames(expressions.names())
                          .expressionAttributeValues(expressions.values())
                          .returnValues(returns)
                          .returnValuesOnConditionCheckFailure(onFailure))
              .attributes();
    } else {
      throw new IllegalArgumentException("A check is part of a transaction: " + write);
    }
    return write.returns() == Returns.NONE ? Outcome.DONE : Outcome.ok(image(write, told));
  }

  Outcome transaction(Transaction transaction) {
    var items = transaction.writes().stream().map(this::item).toList();
    sdk.transactWriteItems(r -> r.transactItems(items));
    return Outcome.DONE;
  }

  private Image image(Write write, Map<String, AttributeValue> told) {
    boolean makesItem = write.mutation().apply(Image.ABSENT).exists();
    if (told.isEmpty() && write.returns() == Returns.ALL_NEW && makesItem) {
      throw new IllegalStateException("ALL_NEW returned nothing: " + write);
    }
    return SdkItems.image(table, told);
  }

  private TransactWriteItem item(Write write) {
    var expressions = new SdkExpressions(table.hash(), write.mutation(), write.condition());
    var onFailure = onFailure(write.condition());
    Map<String, AttributeValue> key = SdkItems.key(table, write.key());
    TransactWriteItem.Builder item = TransactWriteItem.builder();
    if (write.mutation() instanceof Mutation.Put put) {
      item.put(
          p ->
              p.tableName(table.name())
                  .item(SdkItems.item(table, write.key(), put.image()))
                  .conditionExpression(expressions.condition())
                  .expressionAttributeNames(expressions.names())
                  .expressionAttributeValues(expressions.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
    } else if (write.mutation() instanceof Mutation.Delete) {
      item.delete(
          d ->
              d.tableName(table.name())
                  .key(key)
                  .conditionExpression(expressions.condition())
                  .expressionAttributeNames(expressions.names())
                  .expressionAttributeValues(expressions.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
    } else if (write.mutation() instanceof Mutation.Update) {
      item.update(
          u ->
              u.tableName(table.name())
                  .key(key)
                  .updateExpression(expressions.update())
                  .conditionExpression(expressions.condition())
                  .expressionAttributeNames(expressions.names())
                  .expressionAttributeValues(expressions.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
    } else {
      item.conditionCheck(
          c ->
              c.tableName(table.name())
                  .key(key)
                  .conditionExpression(expressions.condition())
                  .expressionAttributeNames(expressions.names())
                  .expressionAttributeValues(expressions.values())
                  .returnValuesOnConditionCheckFailure(onFailure));
    }
    return item.build();
  }

  private static ReturnValuesOnConditionCheckFailure onFailure(Condition condition) {
    return condition instanceof Condition.Always
        ? null
        : ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }
}
