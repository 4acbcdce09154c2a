import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { AmountText, CurrencyCode } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { readAmount } from '../../shared/ground/money/read-amount.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/commit/decide.ts';
import { serve } from '../../shared/lambda/serve.ts';
import { creditDeposit } from '../../shared/payouts/deposits/credit-deposit.ts';
import { DepositView } from '../../shared/payouts/deposits/deposit.ts';

export const endpoint = defineEndpoint({
  operation: 'fundSandbox',
  summary: 'Top up the sandbox balance',
  description: 'Emits `deposit.completed`.',
  method: 'POST',
  path: `${P}/sandbox/fund`,
  callers: ['key'],
  scope: 'write',
  sandboxOnly: true,
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'sandbox.fund',
  refuseEarly: refuseNotPositive,
  body: z
    .strictObject({
      amount: AmountText,
      currency: CurrencyCode.optional().meta({ description: 'The settlement currency when absent.' }),
    })
    .meta({ id: 'FundSandbox' }),
  responses: { 201: { description: 'The deposit.', schema: DepositView } },
  errors: ['BAD_REQUEST'],
  tableAccess: 'write',
  handle: async ({ body, organization: { organizationId, settlementCurrency }, runtime, execution }) => {
    const currency = body.currency ?? settlementCurrency;
    const amount = readAmount(body.amount, currency);
    const depositId = runtime.ids.next('dep', runtime.clock());
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: {},
        decide: (_found, draft) => creditDeposit(draft, { depositId, amount, currency, method: 'sandbox' }),
      },
      execution,
    );
    return replyOf(outcome);
  },
});

export const handler = serve(endpoint);
