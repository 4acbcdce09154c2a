import { accountStatuses } from '../../shared/checkout/accounts/account.ts';
import { listCollectionAccounts } from '../../shared/checkout/accounts/list-collection-accounts.ts';
import { AccountView } from '../../shared/checkout/accounts/present-account.ts';
import { limitParameter, listParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineList({
  operation: 'listCollectionAccounts',
  summary: 'List collection accounts',
  description: 'Newest first, including removed accounts.',
  path: `${C}/accounts`,
  of: 'accounts',
  view: AccountView,
  page: limitParameter(100, 50),
  filters: {
    status: listParameter(accountStatuses).optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) =>
    listCollectionAccounts(runtime, organizationId, query),
});
