import { AccountView } from '../../shared/checkout/accounts/present-account.ts';
import { removeCollectionAccount } from '../../shared/checkout/accounts/remove-collection-account.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'removeCollectionAccount',
  summary: 'Remove a collection account',
  description:
    'Takes effect at once and is permanent: no link can use the account from now on. No vote is needed; the ' +
    'approval that a `pending` account is waiting for ends as `failed`. The account stays readable, because ' +
    'payments refer to it. If it was `active`, owners and admins are notified by email.',
  method: 'DELETE',
  path: `${C}/accounts/{accountId}`,
  callers: ['session'],
  permission: 'checkout.accounts',
  audit: 'collection_account.remove',
  responses: { 200: { description: 'The account, `removed`.', schema: AccountView } },
  errors: ['NOT_FOUND'],
  uses: ['sealing'],
  handle: ({ parameters: { accountId }, organization: { organizationId }, caller, runtime, execution }) =>
    removeCollectionAccount(runtime, organizationId, { accountId, by: memberOf(caller).userId }, execution),
});
