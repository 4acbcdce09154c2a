import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { vaultPrices } from '../catalog.ts';

export const prices: ProviderPort<'prices'> = {
  open: () => ({ payouts: vaultPrices() }),
};
