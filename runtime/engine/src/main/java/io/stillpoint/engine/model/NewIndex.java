package io.stillpoint.engine.model;

import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.Throughput;

/**
 * An index that a request wants created.
 *
 * @param throughput {@link Throughput#NONE} for a local index, and where none was sent
 * @param onDemandThroughput null if none was sent
 * @param warmThroughput null if none was sent
 */
public record NewIndex(
    String name,
    IndexDefinition.Kind kind,
    KeySchema key,
    Projection projection,
    Throughput throughput,
    OnDemandThroughput onDemandThroughput,
    WarmThroughput warmThroughput) {}
