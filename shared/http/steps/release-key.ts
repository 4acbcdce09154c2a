import { ServiceError } from '../../errors/service-error.ts';
import { markUnknown, releaseKey } from '../../idempotency/claim.ts';
import type { FailureStep } from '../step.ts';

/**
 * Frees the idempotency key of a refused request, so that a corrected one may use it. Kept only where money may have moved
 * (specification, Endpoints, common rule 3; Errors, PAYOUT_OUTCOME_UNKNOWN).
 */
export const releaseClaim: FailureStep = async ({ execution }, error, { runtime }) => {
  const outcome = await execution.claim?.catch(() => undefined);
  if (!outcome || !('claim' in outcome)) return;
  const isKept = error instanceof ServiceError && KEPT.has(error.type);
  await (isKept ? markUnknown(runtime, outcome.claim) : releaseKey(runtime, outcome.claim));
};

const KEPT: ReadonlySet<string> = new Set(['PAYOUT_OUTCOME_UNKNOWN', 'REFUND_OUTCOME_UNKNOWN']);
