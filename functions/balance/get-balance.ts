import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { refTo } from '../../shared/ground/table/expressions.ts';
import { HeadEntity } from '../../shared/journal/commit/head.ts';
import { BalanceView, presentBalance } from '../../shared/records/ledger/present-balance.ts';

export const endpoint = defineEndpoint({
  operation: 'getBalance',
  summary: 'Read the balance',
  method: 'GET',
  path: `${P}/balance`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'Available and held amounts in each currency.', schema: BalanceView } },
  errors: ['VALIDATION_ERROR'],
  handle: async ({ organization: { organizationId, settlementCurrency }, runtime }) => {
    const head = await runtime.store.get(refTo(HeadEntity, { organizationId }));
    if (!head) throw new Error(`organization ${organizationId} has no journal`);
    return reply(200, presentBalance(head, settlementCurrency));
  },
});
