import type { CreatePayoutResult, Payout } from '../../client/src/index.ts';

/** The payout of a request that was sent at once. */
export async function sent(answer: PromiseLike<CreatePayoutResult>): Promise<Payout> {
  const result = await answer;
  if ('payoutId' in result) return result;
  throw new Error(`${result.approvalId} waits for approval`);
}
