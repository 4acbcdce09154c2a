import * as z from 'zod';
import { accountStatuses } from '../../shared/checkout/accounts/account.ts';
import { listAccounts } from '../../shared/checkout/accounts/list-accounts.ts';
import { AccountView } from '../../shared/checkout/accounts/present-account.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, listParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'listCollectionAccounts',
  summary: 'List collection accounts',
  description: 'Newest first, with those that were removed.',
  method: 'GET',
  path: `${C}/accounts`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    status: listParameter(accountStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of accounts.',
      schema: z.object({ data: rowsOf(AccountView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listAccounts(runtime, organizationId, query)),
});
