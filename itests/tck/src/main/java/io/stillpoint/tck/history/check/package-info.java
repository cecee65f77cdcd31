/**
 * Judges a history: {@link io.stillpoint.tck.history.check.HistoryChecker} says whether some order
 * of the operations explains every answer, and whether tables and indexes ended as they must.
 */
package io.stillpoint.tck.history.check;
