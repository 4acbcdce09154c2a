import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/commit/decide.ts';
import { serve } from '../../shared/lambda/serve.ts';
import { acceptDeposit } from '../../shared/payouts/deposits/accept-deposit.ts';
import { DepositView, depositRead } from '../../shared/payouts/deposits/deposit.ts';

export const endpoint = defineEndpoint({
  operation: 'acceptDeposit',
  summary: 'Accept a deposit that is held',
  description:
    'A bank transfer of less than was expected is held until it is accepted: then it is in the balance, and emits `deposit.completed`. A completed deposit stays as it is.',
  method: 'POST',
  path: `${P}/deposits/{depositId}/accept`,
  callers: ['session'],
  permission: 'deposits.accept',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'deposit.accept',
  responses: { 200: { description: 'The deposit.', schema: DepositView } },
  errors: ['NOT_FOUND'],
  tableAccess: 'write',
  handle: async ({ parameters: { depositId }, organization: { organizationId }, runtime, execution }) => {
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: { deposit: depositRead(organizationId, depositId) },
        decide: ({ deposit }, draft) => acceptDeposit(draft, deposit),
      },
      execution,
    );
    return replyOf(outcome);
  },
});

export const handler = serve(endpoint);
