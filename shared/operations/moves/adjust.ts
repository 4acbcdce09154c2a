import * as z from 'zod';
import { AmountText, CurrencyCode, Id, label } from '../../contract/fields.ts';
import { rowIdAt } from '../../contract/lists/row-id.ts';
import { formatAmount, type Money } from '../../ground/money/money.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { refuseNotPositive } from '../../ground/money/refuse-not-positive.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { balanceOf } from '../../journal/commit/head.ts';
import { ledgerScope } from '../../records/ledger/present-balance-transaction.ts';
import { defineMovement, moving } from './move.ts';

interface Adjustment {
  readonly direction: 'credit' | 'debit';
  readonly reason: string;
}

/** Corrects a balance with a separate ledger row (specification, Balance transaction: operator adjustments). */
export const adjust = defineMovement({
  name: 'adjust',
  input: z.strictObject({
    organizationId: Id,
    direction: z.enum(['credit', 'debit']),
    amount: AmountText,
    currency: CurrencyCode,
    reason: label(500).meta({ description: 'Shown in the ledger, where the organization can read it.' }),
  }),
  move: (_runtime, input) => {
    refuseNotPositive(input);
    const { amount, currency } = input;
    const money = { currency, minor: readAmount(amount, currency) };
    return moving({
      reads: {},
      money: () => money,
      decide: (_found, draft) => decideAdjustment(draft, input, money),
    });
  },
});

/** @throws ServiceError INSUFFICIENT_BALANCE, because no balance goes below zero */
function decideAdjustment(draft: JournalDraft, { direction, reason }: Adjustment, { currency, minor }: Money) {
  const change = direction === 'credit' ? minor : -minor;
  const position = draft.post({ type: 'adjustment', currency, amount: change, fee: 0n, reason });
  const balanceTransactionId = rowIdAt(ledgerScope(draft.head.organizationId), position);
  const available = formatAmount(balanceOf(draft.head, currency).available, currency);
  return {
    reply: { status: 200, body: { balanceTransactionId, currency, available } },
    resourceId: balanceTransactionId,
  };
}
