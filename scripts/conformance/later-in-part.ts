import type { Lists } from './lists.ts';

/**
 * Words about parts that are not built yet, in statements that are otherwise tested. Remove them when their part is
 * built.
 */
export const laterInPart: Lists = {
  checkout: [{ section: 'Errors', rows: ['or product'] }],
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
