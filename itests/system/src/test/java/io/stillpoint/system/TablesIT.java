package io.stillpoint.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The life of a table, as the SDK sees it. */
@Tag("DDB-1")
@ExtendWith(SharedServer.class)
class TablesIT {
  private final DynamoDbClient client;

  TablesIT(DynamoDbClient client) {
    this.client = client;
  }

  private TableDescription create(String name) {
    AttributeDefinition pk =
        AttributeDefinition.builder()
            .attributeName("pk")
            .attributeType(ScalarAttributeType.S)
            .build();
    KeySchemaElement hash =
        KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build();
    return client
        .createTable(
            t ->
                t.tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(pk)
                    .keySchema(hash))
        .tableDescription();
  }

  @Test
  void aTableIsCreatedDescribedListedAndDeleted() {
    TableDescription created = create("tables-life");
    assertEquals(TableStatus.CREATING, created.tableStatus());
    TableDescription active =
        client
            .waiter()
            .waitUntilTableExists(
                DescribeTableRequest.builder().tableName("tables-life").build(), Waits.soon())
            .matched()
            .response()
            .orElseThrow()
            .table();
    assertEquals(TableStatus.ACTIVE, active.tableStatus());
    assertEquals(created.tableId(), active.tableId());
    assertEquals("arn:aws:dynamodb:us-east-1:000000000000:table/tables-life", active.tableArn());
    assertTrue(client.listTablesPaginator().tableNames().stream().anyMatch("tables-life"::equals));
    assertThrows(ResourceInUseException.class, () -> create("tables-life"));

    TableDescription deleting =
        client.deleteTable(t -> t.tableName("tables-life")).tableDescription();
    assertEquals(TableStatus.DELETING, deleting.tableStatus());
    client
        .waiter()
        .waitUntilTableNotExists(
            DescribeTableRequest.builder().tableName("tables-life").build(), Waits.soon());
    assertThrows(
        ResourceNotFoundException.class,
        () -> client.describeTable(t -> t.tableName("tables-life")));
  }
}
