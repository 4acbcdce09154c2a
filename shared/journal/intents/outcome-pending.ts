import { ServiceError } from '../../ground/errors/service-error.ts';
import { adviceFor, type Subject } from '../idempotency/subject.ts';

/**
 * The request's intent is open, and will be settled without the request. The idempotency key stays bound to it, and its
 * audit row comes with the settlement.
 */
export class OutcomePending extends ServiceError {
  /** @param told what the caller is told; PAYOUT_OUTCOME_UNKNOWN where it is absent */
  constructor(subject: Subject | undefined, cause: unknown, told?: ServiceError) {
    const detail = told?.message ?? `the processor has not said what it did; in a minute ${adviceFor(subject)}`;
    super(told?.type ?? 'PAYOUT_OUTCOME_UNKNOWN', detail, { cause });
  }
}
