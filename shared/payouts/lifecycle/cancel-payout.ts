import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isComplete } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { type PayoutBody, presentPayout } from '../payout/present-payout.ts';
import { endAwaiting } from './end-awaiting.ts';

interface Found {
  readonly organization: Organization;
  readonly payout: Payout | undefined;
}

/**
 * Cancels a payout that awaits the organization's own funds (specification, States and transitions, Payout). Its money
 * was never in the balance, so nothing returns to it. Its amount returns to the caps of its day, and money that has
 * arrived becomes a held deposit.
 * @throws ServiceError ACCOUNT_BLOCKED, NOT_FOUND, PAYOUT_NOT_CANCELABLE
 */
export async function cancelPayout(runtime: Runtime, organizationId: string, payoutId: string, execution: Execution) {
  const reads = { payout: refTo(PayoutEntity, { organizationId, payoutId }) };
  return replyOf(await decideAndCommit(runtime, { organizationId, reads, decide: decideCancellation }, execution));
}

function decideCancellation(
  { organization, payout }: Found,
  draft: JournalDraft,
): Outcome<{ status: 200; body: PayoutBody }> {
  refuseSuspended(organization);
  if (!payout) throw new ServiceError('NOT_FOUND', 'no such payout');
  if (!payout.requiresFunding) throw notCancelable('it settles from the balance');
  const { payoutId, status, funding } = payout;
  if (status !== 'awaiting_funds' || !funding)
    throw notCancelable(status === 'pending' ? 'its money is there, and it is being sent' : `it is ${status}`);
  if (funding.confirming !== undefined) throw notCancelable('its money is on the way');
  if (isComplete(funding)) throw notCancelable('its money is there, and waits to be sent');
  const canceled = endAwaiting(draft, { ...payout, funding }, 'canceled');
  return { reply: { status: 200, body: presentPayout(canceled) }, resourceId: payoutId };
}

function notCancelable(why: string): ServiceError {
  return new ServiceError('PAYOUT_NOT_CANCELABLE', `the payout cannot be canceled: ${why}`);
}
