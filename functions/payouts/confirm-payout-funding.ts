import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { ConfirmFunding, confirmPayoutFunding } from '../../shared/payouts/arrivals/confirm-payout-funding.ts';
import { payoutSubject } from '../../shared/payouts/payout/payout-subject.ts';
import { PayoutView } from '../../shared/payouts/payout/present-payout.ts';

export const endpoint = defineEndpoint({
  operation: 'confirmPayoutFunding',
  summary: 'Confirm the funding of a payout',
  description:
    'Names the transaction in which you sent the money for a payout with `requiresFunding`. Once the transaction ' +
    'is in a block and transfers enough, `funding.status` is `confirming` and the payout can no longer be ' +
    'canceled. The payout is sent when the transaction is final. The money is also found without a confirmation. ' +
    'Confirming the same transaction again returns the payout unchanged.',
  method: 'POST',
  path: `${P}/payouts/{payoutId}/funding/confirm`,
  callers: ['key'],
  scope: 'write',
  rateClass: 'high-volume',
  idempotency: 'optional',
  subject: payoutSubject,
  audit: 'payout.confirm_funding',
  body: ConfirmFunding,
  responses: { 200: { description: 'The payout.', schema: PayoutView } },
  errors: [
    'BAD_REQUEST',
    'NOT_FOUND',
    'FUNDING_NOT_APPLICABLE',
    'PAYOUT_NOT_FUNDABLE',
    'FUNDING_NOT_YET_VERIFIABLE',
    'FUNDING_TRANSACTION_INVALID',
    'FUNDING_TRANSACTION_ALREADY_USED',
    'FUNDING_NOT_VERIFIABLE',
    'FUNDING_QUOTE_EXPIRED',
    'CONFLICT',
  ],
  uses: ['depositChain', 'senderScreening'],
  handle: ({ parameters: { payoutId }, organization, body, runtime, execution }) =>
    confirmPayoutFunding(runtime, organization, payoutId, body, execution),
});
