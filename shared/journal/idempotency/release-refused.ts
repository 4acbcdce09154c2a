import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type ClaimOutcome, markUnknown, releaseRecord } from './claim.ts';

/**
 * Frees the idempotency key of a refused request, so that a corrected one can use it. The key is kept only if money may
 * have moved (specification, Endpoints, common rule 3; Errors, PAYOUT_OUTCOME_UNKNOWN).
 */
export async function releaseRefused(
  runtime: Pick<Runtime, 'store'>,
  claiming: Promise<ClaimOutcome> | undefined,
  error: unknown,
): Promise<void> {
  const outcome = await claiming?.catch(() => undefined);
  if (!outcome || !('claim' in outcome)) return;
  const isKept = error instanceof ServiceError && tellsOutcomeUnknown(error.type);
  await (isKept ? markUnknown(runtime, outcome.claim) : releaseRecord(runtime, outcome.claim));
}

/** Whether an error means that money may have moved. */
export function tellsOutcomeUnknown(type: string | undefined): boolean {
  return type === 'PAYOUT_OUTCOME_UNKNOWN' || type === 'REFUND_OUTCOME_UNKNOWN';
}
