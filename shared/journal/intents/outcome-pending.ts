import { ServiceError } from '../../ground/errors/service-error.ts';

/**
 * The request's intent is still open and will be settled without the request. The idempotency key stays bound to the
 * intent, and the audit row is written with the settlement.
 */
export class OutcomePending extends ServiceError {
  /**
   * @param advice what the caller can do
   * @param told the error for the caller; PAYOUT_OUTCOME_UNKNOWN if absent
   */
  constructor(advice: string, cause: unknown, told?: ServiceError) {
    const detail = told?.message ?? `the processor has not said what it did; in a minute ${advice}`;
    super(told?.type ?? 'PAYOUT_OUTCOME_UNKNOWN', detail, { cause });
  }
}
