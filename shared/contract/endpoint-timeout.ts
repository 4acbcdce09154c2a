/** Lambda ends a function of an endpoint after this time. The lock of an idempotency key must last longer. */
export const endpointTimeoutSeconds = 10;
