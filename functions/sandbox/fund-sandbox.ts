import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { AmountText, CurrencyCode } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';
import { DepositView } from '../../shared/payouts/deposits/deposit.ts';
import { fundSandbox } from '../../shared/payouts/deposits/fund-sandbox.ts';

export const endpoint = defineEndpoint({
  operation: 'fundSandbox',
  summary: 'Top up the sandbox balance',
  description: 'Emits `deposit.completed`.',
  method: 'POST',
  path: `${P}/sandbox/fund`,
  callers: ['key'],
  scope: 'write',
  sandboxOnly: true,
  idempotency: 'optional',
  audit: 'sandbox.fund',
  refuseEarly: refuseNotPositive,
  body: z
    .strictObject({
      amount: AmountText,
      currency: CurrencyCode.optional().meta({ description: 'Defaults to the settlement currency.' }),
    })
    .meta({ id: 'FundSandbox', description: 'Play money for the sandbox balance.' }),
  responses: { 201: { description: 'The deposit.', schema: DepositView } },
  errors: ['BAD_REQUEST'],
  handle: ({ body, organization, runtime, execution }) => fundSandbox(runtime, organization, body, execution),
});
