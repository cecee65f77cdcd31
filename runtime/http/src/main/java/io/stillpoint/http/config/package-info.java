/** The endpoint's configuration: keys, checks, limits. */
package io.stillpoint.http.config;
