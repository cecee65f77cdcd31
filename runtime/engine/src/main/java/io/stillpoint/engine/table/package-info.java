/**
 * Tables: finding one by name, and the operations of the DynamoDB API that create, change, describe
 * and delete them (DDB-1).
 */
package io.stillpoint.engine.table;
