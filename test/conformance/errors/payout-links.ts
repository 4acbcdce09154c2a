import { sent } from '../../support/sent.ts';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

/** Why a payout link is not made. */
export const payoutLinkRows: readonly ErrorRow[] = [
  {
    words: '`PAYOUT_LINKS_UNAVAILABLE` | 503 | hosted payout links not configured for live | -',
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const { payoutLinkId } = await sent(sluice.createPayoutLink({ amount: '10.00', currency: 'USD' }));
      stage.hasPages = false;
      return {
        of,
        calls: [
          () => sluice.createPayoutLink({ amount: '20.00', currency: 'USD' }, { idempotencyKey: 'no-pages' }),
          () => sluice.renewPayoutLinkToken({ payoutLinkId }, { idempotencyKey: 'no-address' }),
        ],
        clear: () => {
          stage.hasPages = true;
        },
      };
    },
  },
];
