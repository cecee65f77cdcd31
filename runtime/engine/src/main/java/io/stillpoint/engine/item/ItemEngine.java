package io.stillpoint.engine.item;

import io.stillpoint.engine.expression.ExpressionCache;
import io.stillpoint.engine.operation.AnswerMemory;
import io.stillpoint.engine.operation.TableAccess;
import io.stillpoint.engine.write.BatchWriter;

/**
 * What operations on items share. Thread safe.
 *
 * @param access finds tables and their storage
 * @param writer carries out all writes of this server, so that its locks line them up
 * @param expressions parsed expressions
 * @param collections sizes of item collections
 * @param memory what large answers may take
 */
public record ItemEngine(
    TableAccess access,
    BatchWriter writer,
    ExpressionCache expressions,
    CollectionSizes collections,
    AnswerMemory memory) {}
