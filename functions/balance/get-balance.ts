import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { P } from '../../shared/http/paths.ts';
import { reply } from '../../shared/http/reply.ts';
import { HeadEntity } from '../../shared/journal/head.ts';
import { BalanceView, presentBalance } from '../../shared/ledger/present-balance.ts';
import { serve } from '../../shared/runtime/serve.ts';
import { read } from '../../shared/table/expressions.ts';

export const endpoint = defineEndpoint({
  operation: 'getBalance',
  summary: 'Read the balance',
  method: 'GET',
  path: `${P}/balance`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  responses: { 200: { description: 'Available and held, by currency.', schema: BalanceView } },
  errors: ['VALIDATION_ERROR'],
  tableAccess: 'read',
  handle: async ({ organization: { organizationId, settlementCurrency }, runtime }) => {
    const head = await runtime.store.get(read(HeadEntity, { organizationId }));
    if (!head) throw new Error(`organization ${organizationId} has no journal`);
    return reply(200, presentBalance(head, settlementCurrency));
  },
});

export const handler = serve(endpoint);
