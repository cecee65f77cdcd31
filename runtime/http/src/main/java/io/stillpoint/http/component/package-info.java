/** The bundle's component: configuration in, an {@link io.stillpoint.http.Endpoint} service out. */
package io.stillpoint.http.component;
