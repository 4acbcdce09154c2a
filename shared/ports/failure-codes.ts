/** Why a payout failed (specification: States and transitions, failure codes). */
export const failureCodes = [
  'returned_by_bank',
  'account_invalid',
  'account_cannot_receive',
  'compliance_rejected',
  'limit_exceeded',
  'quote_expired',
  'authorization_not_completed',
  'execution_failed',
  'unknown',
] as const;

export type FailureCode = (typeof failureCodes)[number];
