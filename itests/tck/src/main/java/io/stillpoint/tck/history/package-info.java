/**
 * Histories: what clients asked a table server to do, when, and what they were told. {@link
 * io.stillpoint.tck.history.History} records them and {@link io.stillpoint.tck.history.HistoryFile}
 * keeps them; the sub-packages produce histories under load ({@code load}) and judge them ({@code
 * check}).
 */
package io.stillpoint.tck.history;
