import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { walletErrors } from '../../shared/corridors/recipients/refuse-wallet.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';
import { createQuote } from '../../shared/payouts/quotes/create-quote.ts';
import { QuoteView } from '../../shared/payouts/quotes/quote.ts';
import { QuoteRequest } from '../../shared/payouts/quotes/quote-request.ts';

export const endpoint = defineEndpoint({
  operation: 'createQuote',
  summary: 'Quote a payout',
  description:
    'Locks a price for a payout to an account. No money moves, and no cap is used up: the payout itself is ' +
    'checked against the caps. If an approval threshold (per payout or per day) or a velocity cap is set, at any ' +
    'amount, the answer is `USE_POST_PAYOUTS`.',
  method: 'POST',
  path: `${P}/quotes/offramp`,
  callers: ['key'],
  scope: 'write',
  rateClass: 'high-volume',
  idempotency: 'optional',
  audit: 'quote.create',
  refuseEarly: refuseNotPositive,
  body: QuoteRequest,
  responses: { 200: { description: 'The locked quote.', schema: QuoteView } },
  errors: [
    'BAD_REQUEST',
    'PROVIDER_REJECTED',
    'QUOTE_NOT_POSITIVE',
    'EXACT_OUTPUT_UNSUPPORTED',
    'INDICATIVE_PRICING_UNAVAILABLE',
    'CURRENCY_PRECISION_MISMATCH',
    ...walletErrors,
    'DESTINATION_ACCOUNT_NOT_FOUND',
    'PAYOUT_LIMIT_EXCEEDED',
    'PAYOUT_REFUSED',
    'USE_POST_PAYOUTS',
  ],
  uses: ['prices'],
  handle: ({ body, organization: { organizationId }, caller, runtime, execution }) =>
    createQuote(runtime, { organizationId, caller }, body, execution),
});
