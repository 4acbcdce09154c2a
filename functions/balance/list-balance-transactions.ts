import {
  CurrencyCode,
  CursorParameter,
  Id,
  InstantParameter,
  limitParameter,
  listParameter,
} from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { balanceTransactionTypes } from '../../shared/journal/rows/balance-transaction.ts';
import { listBalanceTransactions } from '../../shared/records/ledger/list-balance-transactions.ts';
import { BalanceTransactionView } from '../../shared/records/ledger/present-balance-transaction.ts';

export const endpoint = defineList({
  operation: 'listBalanceTransactions',
  summary: 'List balance transactions',
  description: 'The ledger, newest first: one append-only row for each change of the spendable balance.',
  path: `${P}/balance_transactions`,
  rateClass: 'high-volume',
  of: 'rows',
  view: BalanceTransactionView,
  order: 'committed',
  page: limitParameter(100, 100),
  filters: {
    cursor: CursorParameter.optional().meta({ description: 'The `nextCursor` of a page, or the `id` of a row.' }),
    type: listParameter(balanceTransactionTypes).optional(),
    orderId: Id.optional().meta({ description: 'Only rows of this payout.' }),
    currency: CurrencyCode.optional().meta({ description: 'Only rows in this currency (ISO 4217).' }),
    createdAfter: InstantParameter.optional(),
    createdBefore: InstantParameter.optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) =>
    listBalanceTransactions(runtime, organizationId, query),
});
