import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, listParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { DepositView, depositStatuses } from '../../shared/payouts/deposits/deposit.ts';
import { listDeposits } from '../../shared/payouts/deposits/list-deposits.ts';

export const endpoint = defineEndpoint({
  operation: 'listDeposits',
  summary: 'List deposits',
  description:
    'Newest first. A bank transfer of less than was expected is `pending` until it is accepted in the dashboard.',
  method: 'GET',
  path: `${P}/deposits`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    status: listParameter(depositStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of deposits.',
      schema: z.object({ data: rowsOf(DepositView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listDeposits(runtime, organizationId, query)),
});
