/**
 * The data folder: its layout, who may write to it, and the lock that keeps a second server out.
 */
package io.stillpoint.launcher.data;
