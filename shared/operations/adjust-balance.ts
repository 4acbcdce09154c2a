import { rowIdAt } from '../contract/row-id.ts';
import { formatAmount } from '../ground/money/money.ts';
import type { Outcome } from '../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../journal/commit/decide.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import type { Execution } from '../journal/commit/execution.ts';
import { balanceOf } from '../journal/commit/head.ts';
import type { Runtime } from '../ports/runtime.ts';
import { ledgerScope } from '../records/ledger/present-balance-transaction.ts';

export interface Adjustment {
  readonly direction: 'credit' | 'debit';
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reason: string;
}

/**
 * Corrects a balance by a ledger row of its own (specification, Balance transaction: operator adjustments).
 * @throws ServiceError INSUFFICIENT_BALANCE: no balance goes below zero
 */
export async function adjustBalance(
  runtime: Runtime,
  organizationId: string,
  adjustment: Adjustment,
  execution: Execution,
) {
  const decide = (_found: object, draft: JournalDraft) => decideAdjustment(draft, adjustment);
  return replyOf(await decideAndCommit(runtime, { organizationId, reads: {}, decide }, execution)).body;
}

function decideAdjustment(
  draft: JournalDraft,
  { direction, amount, currency, reason }: Adjustment,
): Outcome<{ status: 200; body: { balanceTransactionId: string; currency: string; available: string } }> {
  const change = direction === 'credit' ? amount : -amount;
  const position = draft.post({ type: 'adjustment', currency, amount: change, fee: 0n, reason });
  const balanceTransactionId = rowIdAt(ledgerScope(draft.head.organizationId), position);
  const available = formatAmount(balanceOf(draft.head, currency).available, currency);
  return {
    reply: { status: 200, body: { balanceTransactionId, currency, available } },
    resourceId: balanceTransactionId,
  };
}
