import type { PendingApproval } from '../../client/src/index.ts';

/**
 * The payout, or the payout link, that a request created.
 * @throws Error when the request waits for approval
 */
export async function sent<Result extends { readonly status: string }>(
  answer: PromiseLike<Result | PendingApproval>,
): Promise<Exclude<Result, PendingApproval>> {
  const result = await answer;
  if (result.status !== 'pending_approval') return result as Exclude<Result, PendingApproval>;
  throw new Error(`${(result as PendingApproval).approvalId} waits for approval`);
}
