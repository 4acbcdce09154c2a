import type { Lists } from './lists.ts';

/**
 * Words about parts that are not built yet, in statements that are otherwise tested. Remove them when their part is
 * built.
 */
export const laterInPart: Lists = {
  checkout: [
    { section: 'What the service does', rows: ['trailing digits of amounts'] },
    { section: 'Resources and their fields', rows: ["a checkout payment's `fee` is a decimal string"] },
    {
      section: 'Resources and their fields > Event (feed row and webhook body)',
      rows: ['absent for `checkout_payment.*`'],
    },
    { section: 'Endpoints > List events (feed)', rows: ['`checkout_payment.*`'] },
    {
      section: 'Events > Event types',
      rows: ['and a dispute before it resolves', 'a simulated or real payment gives `checkout_payment.*`'],
    },
    { section: 'Errors', rows: ['or product'] },
    { section: 'Limits', rows: ['link payments 1 to 100 (default 20, clamped)'] },
  ],
  refunds: [
    {
      section: 'Events > Event types',
      rows: ['full refund gives `checkout_payment.refunded`, partial gives `checkout_payment.partially_refunded`'],
    },
    { section: 'Errors', rows: ['for refunds read the payment'] },
  ],
  'self-funded payouts': [
    {
      section: 'What the service does',
      rows: ['On some routings the organization funds the payout itself from its own wallet'],
    },
    {
      section: 'Endpoints > Accept a quote (sends the money)',
      rows: ['A self-funded payout comes back with `requiresFunding: true`'],
    },
  ],
  'crypto deposits': [{ section: 'Resources and their fields > Deposit event data', rows: ['`crypto`'] }],
};
