import { limitParameter, listParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { DepositView, depositStatuses } from '../../shared/payouts/deposits/deposit.ts';
import { listDeposits } from '../../shared/payouts/deposits/list-deposits.ts';

export const endpoint = defineList({
  operation: 'listDeposits',
  summary: 'List deposits',
  description:
    'Newest first. A bank transfer below the expected amount is `pending` until it is accepted in the dashboard.',
  path: `${P}/deposits`,
  of: 'deposits',
  view: DepositView,
  page: limitParameter(100, 50),
  filters: {
    status: listParameter(depositStatuses).optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listDeposits(runtime, organizationId, query),
});
