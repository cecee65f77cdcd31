/**
 * A backend as a vendor would write it: tables in sorted maps under one lock, gone with the
 * process. It depends on the API alone; its tests on the contract kit too (docs/vendors.md).
 */
package io.stillpoint.vendor;
