import * as z from 'zod';
import { AmountText, CurrencyCode, Instant, SignedAmountText, TotalText } from '../../contract/fields.ts';
import { type RowScope, rowIdAt } from '../../contract/lists/row-id.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import {
  type BalanceTransaction,
  balanceTransactionTypes,
  rowPosition,
} from '../../journal/rows/balance-transaction.ts';

export const BalanceTransactionView = z
  .object({
    id: z.string().meta({ description: 'Can also be sent as the cursor; the page then starts with older rows.' }),
    type: z
      .enum(balanceTransactionTypes)
      .meta({ description: 'What moved the money. A `hold` keeps it until the matching `hold_release`.' }),
    currency: CurrencyCode,
    amount: SignedAmountText.meta({ description: 'The signed change of the available balance, fee included.' }),
    fee: AmountText.optional(),
    net: SignedAmountText.optional().meta({ description: 'The amount without the fee. Absent if the fee is unknown.' }),
    balanceAfter: TotalText,
    payoutId: z
      .string()
      .optional()
      .meta({ description: 'The payout that a debit, return, hold or release belongs to.' }),
    approvalId: z.string().optional().meta({ description: 'The approval that a hold or release belongs to.' }),
    payoutLinkId: z.string().optional().meta({ description: 'The payout link that a hold or release belongs to.' }),
    reason: z.string().optional().meta({ description: 'Why the platform made an adjustment.' }),
    createdAt: Instant,
  })
  .meta({ id: 'BalanceTransaction', description: 'A change of the spendable balance: one row of the ledger.' });

export type BalanceTransactionBody = z.infer<typeof BalanceTransactionView>;

/** The scope of the ids of an organization's ledger rows. */
export function ledgerScope(organizationId: string): RowScope {
  return { prefix: 'bt_', list: 'balance_transactions', organizationId };
}

/** A ledger row as the API shows it (specification, Balance transaction). */
export function presentBalanceTransaction(row: BalanceTransaction): BalanceTransactionBody {
  const { organizationId, currency, amount, fee } = row;
  const text = (minor: bigint) => formatAmount(minor, currency);
  return {
    id: rowIdAt(ledgerScope(organizationId), rowPosition(row)),
    type: row.type,
    currency,
    amount: text(amount),
    ...(fee !== undefined && { fee: text(fee), net: text(amount < 0n ? amount + fee : amount - fee) }),
    balanceAfter: text(row.balanceAfter),
    ...(row.payoutId && { payoutId: row.payoutId }),
    ...(row.approvalId && { approvalId: row.approvalId }),
    ...(row.payoutLinkId && { payoutLinkId: row.payoutLinkId }),
    ...(row.reason && { reason: row.reason }),
    createdAt: timestamp(row.at),
  };
}
