/**
 * The HTTP server: connections on event loops, requests in their order, and the bounds on both.
 *
 * <p>Everything of one connection happens on its event loop; only {@link
 * io.stillpoint.http.server.Budget} and the answer of an {@link io.stillpoint.http.server.Exchange}
 * are touched by other threads. Buffers are allocated on event loops only: Netty's pools keep
 * thread-locals, which on the engine's threads would outlive this bundle.
 */
package io.stillpoint.http.server;
