/** Query and Scan: ranges over tables and indexes, page by page (DDB-3). */
package io.stillpoint.engine.query;
