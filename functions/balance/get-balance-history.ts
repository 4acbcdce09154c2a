import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CurrencyCode, InstantParameter, rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { getBalanceHistory } from '../../shared/records/ledger/get-balance-history.ts';
import {
  BalanceTransactionView,
  presentBalanceTransaction,
} from '../../shared/records/ledger/present-balance-transaction.ts';

export const endpoint = defineEndpoint({
  operation: 'getBalanceHistory',
  summary: 'Replay the balance',
  description:
    'The rows of the balance transactions, oldest first, in a single answer. Above 5,000 payouts or 15,000 rows ' +
    'the answer is `HISTORY_TOO_LARGE`: request a shorter period, or page through the balance transactions.',
  method: 'GET',
  path: `${P}/balance/history`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({
    currency: CurrencyCode.optional().meta({ description: 'Only rows in this currency (ISO 4217).' }),
    createdAfter: InstantParameter.optional(),
    createdBefore: InstantParameter.optional(),
  }),
  responses: { 200: { description: 'Every row.', schema: z.object({ data: rowsOf(BalanceTransactionView) }) } },
  errors: ['HISTORY_TOO_LARGE'],
  handle: async ({ query, organization: { organizationId }, runtime }) => {
    const rows = await getBalanceHistory(runtime, organizationId, query);
    return reply(200, { data: rows.map(presentBalanceTransaction) });
  },
});
