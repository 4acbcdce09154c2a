/**
 * `received`: stored. `validating`: its lines are being checked. `creating`: its valid lines become payouts.
 * `completed`: every line has a final outcome; money may still be on its way (specification, States and transitions,
 * Payout batch).
 */
export const batchStatuses = [
  'received',
  'validating',
  'awaiting_confirmation',
  'creating',
  'completed',
  'canceled',
] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** `valid`: can become a payout. `create_failed`: was valid, but refused when it should have become a payout. */
export const batchItemStatuses = ['pending', 'valid', 'invalid', 'created', 'create_failed'] as const;
export type BatchItemStatus = (typeof batchItemStatuses)[number];

/** The statuses in which a batch can be canceled, because no line has become a payout. */
export const cancelableStatuses: readonly BatchStatus[] = ['received', 'validating', 'awaiting_confirmation'];
