import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { sandboxPrices } from '../payouts/prices.ts';

export const prices: ProviderPort<'prices'> = {
  open: () => ({ payouts: sandboxPrices }),
};
