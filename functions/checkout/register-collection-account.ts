import { initiatorOf } from '../../shared/approvals/initiator.ts';
import { AccountRequest } from '../../shared/checkout/accounts/account-request.ts';
import { maxOpenAccounts } from '../../shared/checkout/accounts/open-accounts.ts';
import { AccountView } from '../../shared/checkout/accounts/present-account.ts';
import { registerCollectionAccount } from '../../shared/checkout/accounts/register-collection-account.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'registerCollectionAccount',
  summary: 'Register a collection account',
  description:
    'A bank account or an address that buyers pay links into. Where the organization has approvals it is answered 202, `pending`, ' +
    'and waits for voters as a payout does, for 24 hours at most; without their votes it becomes `removed`. What is voted on is all of it. ' +
    'Without approvals it is `active` at once. Owners and admins are mailed when it is.\n\n' +
    `An account that is registered already is a \`CONFLICT\` that names it; an organization has at most ${maxOpenAccounts} (\`BAD_REQUEST\`). ` +
    'Nothing of an account can be changed: remove it and register another.',
  method: 'POST',
  path: `${C}/accounts`,
  callers: ['session'],
  permission: 'checkout.accounts',
  verification: 'all-callers',
  audit: 'collection_account.register',
  body: AccountRequest,
  responses: {
    201: { description: 'The account, `active`.', schema: AccountView },
    202: {
      description: 'The account, `pending`: it waits for the approval that `approvalId` names.',
      schema: AccountView,
    },
  },
  errors: ['BAD_REQUEST', 'CONFLICT'],
  uses: ['sealing'],
  handle: async ({ body, organization, caller, runtime, execution }) => {
    const initiator = await initiatorOf(runtime.store, caller);
    return registerCollectionAccount(runtime, organization, { request: body, initiator }, execution);
  },
});
