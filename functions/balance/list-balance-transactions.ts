import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import {
  CurrencyCode,
  CursorParameter,
  Id,
  InstantParameter,
  limitParameter,
  listParameter,
  NextCursor,
  rowsOf,
} from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { balanceTransactionTypes } from '../../shared/journal/rows/balance-transaction.ts';
import { listBalanceTransactions } from '../../shared/records/ledger/list-balance-transactions.ts';
import { BalanceTransactionView } from '../../shared/records/ledger/present-balance-transaction.ts';

export const endpoint = defineEndpoint({
  operation: 'listBalanceTransactions',
  summary: 'List balance transactions',
  description: 'The ledger, newest first: one append-only row per change of the spendable balance.',
  method: 'GET',
  path: `${P}/balance_transactions`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'high-volume',
  query: z.strictObject({
    cursor: CursorParameter.optional().meta({ description: 'The `nextCursor`, or the `id` of a row.' }),
    limit: limitParameter(100, 100),
    type: listParameter(balanceTransactionTypes).optional(),
    orderId: Id.optional().meta({ description: 'Rows of one payout.' }),
    currency: CurrencyCode.optional().meta({ description: 'Rows in one currency; ISO 4217.' }),
    createdAfter: InstantParameter.optional(),
    createdBefore: InstantParameter.optional(),
  }),
  responses: {
    200: {
      description: 'A page of rows.',
      schema: z.object({ data: rowsOf(BalanceTransactionView), nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listBalanceTransactions(runtime, organizationId, query)),
});
