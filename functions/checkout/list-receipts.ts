import { listReceipts } from '../../shared/checkout/methods/crypto/payments/list-receipts.ts';
import { ReceiptView } from '../../shared/checkout/methods/crypto/payments/present-receipt.ts';
import { receiptStatuses } from '../../shared/checkout/methods/crypto/payments/receipt.ts';
import { limitParameter, listParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineList({
  operation: 'listReceipts',
  summary: 'List crypto receipts',
  description:
    "Transfers to the organization's addresses that do not match the exact amount of a payment attempt, or " +
    'belong to no attempt. Newest first, by block time, or by the time of recording if that was more than a ' +
    'minute later. They do not count toward any payment until a member assigns them to one. Addresses are read ' +
    'while attempts are open and for a week after the last attempt.',
  path: `${C}/receipts`,
  of: 'receipts',
  view: ReceiptView,
  page: limitParameter(100, 50),
  filters: {
    status: listParameter(receiptStatuses).optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listReceipts(runtime, organizationId, query),
});
