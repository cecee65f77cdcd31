/**
 * The Unix domain socket through which {@code bin/stillpoint exec} and {@code shell} reach Gogo
 * (OPS-2, DESIGN.md 6).
 *
 * <p>Both directions carry frames: one byte of type, four bytes of length (big-endian), the
 * payload.
 *
 * <ul>
 *   <li>client to server: {@code C} a command line, UTF-8, at most 1 MiB. The client sends the next
 *       one only after the exit status of the last. Closing the connection interrupts a command
 *       that still runs.
 *   <li>server to client: any number of {@code O} (bytes of standard output) and {@code E} (of
 *       standard error), then one {@code X} whose payload is the exit status (four bytes).
 * </ul>
 *
 * One connection is one Gogo session: variables live as long as it does.
 */
package io.stillpoint.console.socket;
