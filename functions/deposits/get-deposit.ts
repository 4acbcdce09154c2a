import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { DepositView, depositRef, presentDeposit } from '../../shared/payouts/deposits/deposit.ts';

export const endpoint = defineEndpoint({
  operation: 'getDeposit',
  summary: 'Read a deposit',
  method: 'GET',
  path: `${P}/deposits/{depositId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The deposit.', schema: DepositView } },
  errors: ['NOT_FOUND'],
  handle: async ({ parameters: { depositId }, organization: { organizationId }, runtime }) => {
    const deposit = await runtime.store.get(depositRef(organizationId, depositId));
    if (!deposit) throw new ServiceError('NOT_FOUND', 'no such deposit');
    return reply(200, presentDeposit(deposit));
  },
});
