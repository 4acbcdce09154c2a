import type { Outcome } from '../journal/commit.ts';
import type { JournalDraft } from '../journal/draft.ts';
import { create } from '../table/writes.ts';
import { type Deposit, DepositEntity, presentDeposit } from './deposit.ts';

export type NewDeposit = Pick<Deposit, 'depositId' | 'amount' | 'currency' | 'method' | 'reference'>;

/** Credits money that came in: the deposit, its ledger row and `deposit.completed`, once (specification, Deposit). */
export function creditDeposit(
  draft: JournalDraft,
  fields: NewDeposit,
): Outcome<{ status: 201; body: ReturnType<typeof presentDeposit> }> {
  const { depositId, amount, currency } = fields;
  draft.post({ type: 'deposit', currency, amount, fee: 0n });
  const deposit: Deposit = {
    ...fields,
    organizationId: draft.head.organizationId,
    version: 1,
    status: 'completed',
    receivedAt: draft.timestamp,
  };
  const body = presentDeposit(deposit);
  draft.event({ type: 'deposit.completed', data: body });
  draft.write(create(DepositEntity, deposit));
  return { reply: { status: 201, body }, resourceId: depositId };
}
