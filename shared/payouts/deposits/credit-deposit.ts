import { create } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type Deposit, type DepositBody, DepositEntity, presentDeposit } from './deposit.ts';

export type NewDeposit = Pick<
  Deposit,
  'depositId' | 'amount' | 'currency' | 'method' | 'reference' | 'token' | 'chain' | 'payoutId'
>;

/**
 * Credits money that arrived: creates the deposit, its ledger row and one `deposit.completed` event (specification,
 * Deposit).
 */
export function creditDeposit(draft: JournalDraft, fields: NewDeposit): Outcome<{ status: 201; body: DepositBody }> {
  const deposit = bookDeposit(draft, newDeposit(draft, fields, 'completed'));
  draft.write(create(DepositEntity, deposit));
  return { reply: { status: 201, body: presentDeposit(deposit) }, resourceId: deposit.depositId };
}

export function newDeposit(
  draft: JournalDraft,
  fields: NewDeposit & Pick<Deposit, 'expected' | 'arrived' | 'connectionId' | 'stray'>,
  status: Deposit['status'],
): Deposit {
  return {
    ...fields,
    organizationId: draft.head.organizationId,
    version: 1,
    status,
    receivedAt: draft.timestamp,
  };
}

/** Makes a deposit spendable: posts its ledger row and emits its event. @returns the deposit with the names of both */
export function bookDeposit(draft: JournalDraft, deposit: Deposit): Deposit {
  const { depositId, amount, currency } = deposit;
  const eventSequence = draft.nextSequence;
  const ledgerPosition = draft.post({ type: 'deposit', currency, amount, fee: 0n, depositId });
  draft.event({ type: 'deposit.completed', data: presentDeposit(deposit) });
  return { ...deposit, ledgerPosition, eventSequence };
}
