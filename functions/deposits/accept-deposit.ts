import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { acceptDeposit } from '../../shared/payouts/deposits/accept-deposit.ts';
import { DepositView } from '../../shared/payouts/deposits/deposit.ts';

export const endpoint = defineEndpoint({
  operation: 'acceptDeposit',
  summary: 'Accept a held deposit',
  description:
    'A bank transfer below the expected amount is held until it is accepted. Accepting it adds it to the balance ' +
    'and emits `deposit.completed`. The same applies to a transfer that was sent to a payout but did not fund ' +
    'it. Owners and admins can accept such a transfer once it has reached the treasury; before that, and while ' +
    'its token is not accepted, the answer is `CONFLICT`. Accepting a completed deposit changes nothing.',
  method: 'POST',
  path: `${P}/deposits/{depositId}/accept`,
  callers: ['session'],
  permission: 'deposits.accept',
  audit: 'deposit.accept',
  responses: { 200: { description: 'The deposit.', schema: DepositView } },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: ({ parameters: { depositId }, organization: { organizationId }, caller, runtime, execution }) =>
    acceptDeposit(runtime, organizationId, depositId, memberOf(caller).role, execution),
});
