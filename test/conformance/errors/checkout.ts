import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

/** Why a link is not published. */
export const checkoutRows: readonly ErrorRow[] = [
  {
    words: "`LINK_EXPIRED` | 400 | checkout draft's `expiresAt` passed; patch a later one or `null`, then publish | -",
    async scene(stage) {
      const { of, sluice } = await payer(stage);
      const expiresAt = new Date(stage.service.clock.now).toISOString();
      const items = [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }];
      const { linkId } = await sluice.createLink({ currency: 'USD', items, methods: [], expiresAt });
      return {
        of,
        calls: [() => sluice.publishLink({ linkId })],
        clear: () => sluice.updateLink({ linkId, expiresAt: null }),
      };
    },
  },
];
