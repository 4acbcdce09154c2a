import { label, limitParameter, listParameter, sameText } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { BatchView } from '../../shared/payouts/batches/batch/present-batch.ts';
import { batchStatuses } from '../../shared/payouts/batches/batch/statuses.ts';
import { listPayoutBatches } from '../../shared/payouts/batches/list-payout-batches.ts';

export const endpoint = defineList({
  operation: 'listPayoutBatches',
  summary: 'List batches',
  description:
    'Newest first. With `externalReferenceId`, only the batch that has it. Strongly consistent: a batch that is not listed was not submitted.',
  path: `${P}/payouts/batches`,
  of: 'batches',
  view: BatchView,
  page: limitParameter(100, 50),
  filters: {
    externalReferenceId: label(255)
      .optional()
      .meta({ description: `Your name for the batch. ${sameText}` }),
    status: listParameter(batchStatuses).optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listPayoutBatches(runtime, organizationId, query),
});
