import type { Lists } from './lists.ts';

/** Statements about parts that are not built yet. Remove them when their part is built and tested. */
export const later: Lists = {
  checkout: [
    {
      section: 'What the service does',
      rows: [
        'Checkout. Payment links that a buyer pays: a hosted card page, bank rails and crypto rails. Payments on links can be refunded (card payments).',
      ],
    },
    {
      section: 'Resources and their fields',
      rows: [
        'Checkout payment reads (list payments) give amounts as base units beside `decimals` (base units `15000` with `decimals: 2` means 150.00).',
      ],
    },
    { section: 'Resources and their fields > Checkout link' },
    { section: 'Resources and their fields > Checkout payment' },
    { section: 'States and transitions > Checkout link' },
    { section: 'States and transitions > Checkout payment' },
    { section: 'Endpoints > Create a checkout link' },
    { section: 'Endpoints > Update a checkout link' },
    { section: 'Endpoints > Publish a checkout link' },
    { section: 'Endpoints > List payments on a link' },
    { section: 'Endpoints > Simulate a payment (sandbox)' },
    {
      section: 'Events > Event types',
      rows: [
        '`checkout_payment.paid`, `.refunded`, `.partially_refunded`, `.reversed` | checkout payment events; refund events carry the refund just made in `refund` | opt-in',
      ],
    },
    {
      section: 'Errors',
      rows: [
        "`LINK_EXPIRED` | 400 | checkout draft's `expiresAt` passed; patch a later one or `null`, then publish | -",
      ],
    },
  ],
  refunds: [
    { section: 'Resources and their fields > Refund request' },
    { section: 'Endpoints > Refund a payment' },
    {
      section: 'Errors',
      rows: [
        '`REFUND_NOT_ALLOWED` | 400 | payment not `paid` | -',
        '`REFUND_DISPUTED` | 400 | dispute open | -',
        '`REFUND_EXCEEDS_REMAINING` | 400 | more than `amountBase - refundedBase` | -',
        '`REFUND_IN_PROGRESS` | 409 | one refund at a time | -',
        '`REFUND_OUTCOME_UNKNOWN` | 502 | may have gone through; do not resend | -',
      ],
    },
    {
      section: 'Limits',
      rows: ['Refund note | at most 255 characters'],
    },
  ],
  'payout links': [
    {
      section: 'Errors',
      rows: [
        '`PAYOUT_LINKS_UNAVAILABLE` | 503 | hosted payout links not configured for live | -',
        '`PAYOUT_LINK_UNUSABLE` | 400 | payout link expired, spent or failed; single-use | -',
        'Notes: a spent payout link submitted again returns the original payout with `status: already_submitted`.',
        'A 404 on a link route covers expired, spent, forged and unknown links alike.',
      ],
    },
  ],
  'self-funded payouts': [
    {
      section: 'Endpoints > Other referenced operations',
      rows: ['`POST P/payouts/{payoutId}/funding/confirm` | confirm a self-funded payout after sending'],
    },
    {
      section: 'Errors',
      rows: [
        '`CONFLICT` | 409 | funding state changed under you; re-read the payout | read it back / change first',
        '`FUNDING_TRANSACTION_INVALID` | 400 | transaction does not fund this payout; nothing recorded | nothing moved / change first',
        '`FUNDING_NOT_YET_VERIFIABLE` | 409 | transaction not readable yet; confirm same hash later | nothing moved / same request',
        '`FUNDING_NOT_VERIFIABLE` | 409 | funding cannot be checked automatically; retry will not change the answer | -',
        '`FUNDING_TRANSACTION_ALREADY_USED` | 409 | already funded another payout | nothing moved / change first',
        '`PAYOUT_NOT_FUNDABLE` | 400 | payout canceled or finished | nothing moved / do not retry',
        '`FUNDING_QUOTE_EXPIRED` | 409 | dashboard wallet funding quote expired | -',
      ],
    },
  ],
  'crypto payouts': [
    {
      section: 'Errors',
      rows: [
        '`CRYPTO_PAYOUTS_DISABLED` | 400 | needs a key with scopes `write` and `crypto_payouts` | -',
        '`WALLET_NOT_PROVISIONED` | 400 | no wallet to pay a wallet recipient | -',
      ],
    },
  ],
};
