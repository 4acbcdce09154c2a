import { listReceipts } from '../../shared/checkout/methods/crypto/payments/list-receipts.ts';
import { ReceiptView } from '../../shared/checkout/methods/crypto/payments/present-receipt.ts';
import { receiptStatuses } from '../../shared/checkout/methods/crypto/payments/receipt.ts';
import { limitParameter, listParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineList({
  operation: 'listReceipts',
  summary: 'List receipts by crypto',
  description:
    'Transfers to the addresses of the organization that are not the exact amount of an attempt, or came for none: newest first, by ' +
    'the time of their block, or by when they were recorded if that was more than a minute later. They count for nothing until a ' +
    'member assigns them to a payment. Addresses are read while attempts are open, and for a week after the last one.',
  path: `${C}/receipts`,
  of: 'receipts',
  view: ReceiptView,
  page: limitParameter(100, 50),
  filters: {
    status: listParameter(receiptStatuses).optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listReceipts(runtime, organizationId, query),
});
