/** TransactGetItems, TransactWriteItems and the tokens that make the latter idempotent (DDB-4). */
package io.stillpoint.engine.transaction;
