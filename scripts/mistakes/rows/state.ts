import type { Group } from '../mistake.ts';

export const state: Group = {
  title: 'Money and states',
  mistakes: [
    {
      did: 'paid more than the balance has',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '900.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'INSUFFICIENT_BALANCE',
        detail:
          'the USD balance does not cover the amount: 900.00 USD are needed, fee included, 480.00 USD are available',
        resolution: 'Top up at least 420.00 USD, or send less.',
      },
    },
    {
      did: 'quoted more than the sandbox balance has',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/quotes/offramp',
        body: {
          amount: '900.00',
          destinationAccountId: '{account}',
        },
      },
      answered: {
        status: 400,
        type: 'BAD_REQUEST',
        detail:
          'the sandbox balance does not cover this amount: 900.00 USD are needed, fee included, 480.00 USD are available',
        resolution: 'Add at least 420.00 USD with POST …/sandbox/fund.',
      },
    },
    {
      did: 'accepted a quote twice',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/quotes/accept',
        body: {
          snapshotId: '{acceptedQuote}',
          reference: 'once more',
        },
      },
      answered: {
        status: 400,
        type: 'BAD_REQUEST',
        detail: 'snapshotId: the quote was already accepted, as {payoutId}',
        resolution: 'Read that payout; for another one, quote again.',
      },
    },
    {
      did: 'refunded more than remains',
      sent: {
        method: 'POST',
        path: '/checkout/organizations/{orgId}/payments/{payment}/refund',
        body: {
          amount: '20.00',
        },
      },
      answered: {
        status: 400,
        type: 'REFUND_EXCEEDS_REMAINING',
        detail: '12.50 USD can still be refunded',
        resolution: 'Refund at most 12.50 USD, or omit amount to refund the rest.',
      },
    },
    {
      did: 'canceled a payout that the balance pays',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts/{payout}/cancel',
      },
      answered: {
        status: 400,
        type: 'PAYOUT_NOT_CANCELABLE',
        detail: 'the payout cannot be canceled: it settles from the balance',
        resolution: 'Only a payout that awaits your own funds can be canceled. Do not retry.',
      },
    },
    {
      did: 'gave a link a product and items',
      sent: {
        method: 'POST',
        path: '/checkout/organizations/{orgId}/links',
        body: {
          productId: 'prd_0a1b2c3d4e5f',
          currency: 'USD',
          items: [],
        },
      },
      answered: {
        status: 400,
        type: 'BAD_REQUEST',
        detail: 'productId: a link has either productId or currency and items',
        resolution: 'Send productId alone, or currency and items without it.',
      },
    },
  ],
};
