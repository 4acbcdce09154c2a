import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { acceptDeposit } from '../../shared/payouts/deposits/accept-deposit.ts';
import { DepositView } from '../../shared/payouts/deposits/deposit.ts';

export const endpoint = defineEndpoint({
  operation: 'acceptDeposit',
  summary: 'Accept a deposit that is held',
  description:
    'A bank transfer of less than was expected is held until it is accepted: then it is in the balance, and emits `deposit.completed`. So is what was sent to a payout and did not fund it; owners and admins accept that, once it has reached the treasury: `CONFLICT` until then, and while its token is not accepted. A completed deposit stays as it is.',
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
