import type { Lists } from './lists.ts';

/** Statements about parts that are not built yet. Remove them when their part is built and tested. */
export const later: Lists = {
  'self-funded payouts': [
    {
      section: 'Errors',
      rows: ['`FUNDING_QUOTE_EXPIRED` | 409 | dashboard wallet funding quote expired | -'],
    },
  ],
};
