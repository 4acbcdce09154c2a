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
    'Registers a bank account or crypto address that receives payments on links. If the organization uses ' +
    'approvals, the answer is 202 and the account is `pending`: it waits for votes for at most 24 hours, as a ' +
    'payout does, and becomes `removed` without them. Voters approve the complete account details. Without ' +
    'approvals the account is `active` at once. Owners and admins are notified by email when it becomes ' +
    'active.\n\nAn account that is already registered is a `CONFLICT`, which names it. An organization can have at ' +
    `most ${maxOpenAccounts} accounts (\`BAD_REQUEST\`). An account cannot be changed: remove it and register ` +
    'another.',
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
      description: 'The account, `pending`. It waits for the approval named in `approvalId`.',
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
