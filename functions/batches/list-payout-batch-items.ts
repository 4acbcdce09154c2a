import { limitParameter, listParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { BatchItemView } from '../../shared/payouts/batches/batch/present-batch-item.ts';
import { batchItemStatuses } from '../../shared/payouts/batches/batch/statuses.ts';
import { listPayoutBatchItems } from '../../shared/payouts/batches/list-payout-batch-items.ts';

export const endpoint = defineList({
  operation: 'listPayoutBatchItems',
  summary: 'List the items of a batch',
  description:
    'In the order of submission. Items that had not been validated when the batch was canceled are kept for 30 days; all others are kept permanently.',
  path: `${P}/payouts/batches/{batchId}/items`,
  of: 'items',
  view: BatchItemView,
  order: 'committed',
  page: limitParameter(100, 50),
  filters: {
    status: listParameter(batchItemStatuses).optional(),
  },
  errors: ['BATCH_NOT_FOUND'],
  list: ({ parameters: { batchId }, query, organization: { organizationId }, runtime }) =>
    listPayoutBatchItems(runtime, organizationId, batchId, query),
});
