import type { CreatePayoutResult, Payout } from '../../client/src/index.ts';

/**
 * The payout that a request created.
 * @throws Error when the request waits for approval
 */
export async function sent(answer: PromiseLike<CreatePayoutResult>): Promise<Payout> {
  const result = await answer;
  if ('payoutId' in result) return result;
  throw new Error(`${result.approvalId} waits for approval`);
}
