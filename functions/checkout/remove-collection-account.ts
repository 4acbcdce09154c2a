import { AccountView } from '../../shared/checkout/accounts/present-account.ts';
import { removeCollectionAccount } from '../../shared/checkout/accounts/remove-collection-account.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'removeCollectionAccount',
  summary: 'Remove a collection account',
  description:
    'At once, and for good: no link can name it any more. It waits for nobody; the approval that a `pending` one waits for ends ' +
    'as `failed`. It stays readable, because payments name it. Owners and admins are mailed when it was `active`.',
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
