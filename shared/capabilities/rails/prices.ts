import { sandboxPrices } from '../../providers/sandbox/payouts/prices.ts';
import type { RailCapability } from '../capability.ts';

export const prices: RailCapability<'prices'> = {
  sandbox: () => ({ payouts: sandboxPrices }),
};
