import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import {
  CursorParameter,
  label,
  limitParameter,
  listParameter,
  NextCursor,
  rowsOf,
  sameText,
} from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { BatchView } from '../../shared/payouts/batches/batch/present-batch.ts';
import { batchStatuses } from '../../shared/payouts/batches/batch/statuses.ts';
import { listBatches } from '../../shared/payouts/batches/list-batches.ts';

export const endpoint = defineEndpoint({
  operation: 'listPayoutBatches',
  summary: 'List batches',
  description:
    'Newest first; with `externalReferenceId` the one that has it. Strongly consistent: what is not here was not submitted.',
  method: 'GET',
  path: `${P}/payouts/batches`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    externalReferenceId: label(255)
      .optional()
      .meta({ description: `Your name of the run. ${sameText}` }),
    status: listParameter(batchStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of runs.',
      schema: z.object({ data: rowsOf(BatchView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listBatches(runtime, organizationId, query)),
});
