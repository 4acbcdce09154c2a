import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { bookDeposit } from './credit-deposit.ts';
import { type Deposit, type DepositBody, DepositEntity, presentDeposit } from './deposit.ts';

/**
 * Accepts a deposit that is held short: from here on it is in the balance, and announced (specification, States and
 * transitions, Deposit). One that is completed stays as it is.
 * @throws ServiceError NOT_FOUND
 */
export function acceptDeposit(
  draft: JournalDraft,
  deposit: Deposit | undefined,
): Outcome<{ status: 200; body: DepositBody }> {
  if (!deposit) throw new ServiceError('NOT_FOUND', 'no such deposit');
  const resourceId = deposit.depositId;
  if (deposit.status === 'completed') return { reply: reply(200, presentDeposit(deposit)), resourceId };
  const accepted: Deposit = { ...deposit, status: 'completed' };
  draft.write(replace(DepositEntity, accepted));
  return { reply: reply(200, bookDeposit(draft, accepted)), resourceId };
}
