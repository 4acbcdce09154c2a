import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { quotePayoutFunding } from '../../shared/payouts/arrivals/quote-payout-funding.ts';
import { payoutSubject } from '../../shared/payouts/payout/payout-subject.ts';
import { FundingQuoteView } from '../../shared/payouts/payout/present-funding-quote.ts';

export const endpoint = defineEndpoint({
  operation: 'quotePayoutFunding',
  summary: 'Quote the funding of a payout',
  description:
    'Locks a new price for ten minutes, for a payout with `requiresFunding` whose money has not arrived yet. ' +
    'During that time `getPayoutFunding` shows its amount, and money that is in a block by then is paid out at ' +
    'its price. The quote never exceeds the amount that the payout was created for, and a new quote replaces the ' +
    'previous one. No money moves.',
  method: 'POST',
  path: `${P}/payouts/{payoutId}/funding/quote`,
  callers: ['session'],
  permission: 'payouts.quote_funding',
  rateClass: 'high-volume',
  idempotency: 'optional',
  subject: payoutSubject,
  audit: 'payout.quote_funding',
  responses: { 200: { description: 'The locked price.', schema: FundingQuoteView } },
  errors: [
    'BAD_REQUEST',
    'NOT_FOUND',
    'FUNDING_NOT_APPLICABLE',
    'PAYOUT_NOT_FUNDABLE',
    'CONFLICT',
    'RATE_DRIFT_EXCEEDED',
    'PROVIDER_REJECTED',
    'QUOTE_NOT_POSITIVE',
    'CURRENCY_PRECISION_MISMATCH',
  ],
  uses: ['prices'],
  handle: ({ parameters: { payoutId }, organization, runtime, execution }) =>
    quotePayoutFunding(runtime, organization, payoutId, execution),
});
