import { sandboxCatalog } from '../../providers/sandbox/payouts/prices.ts';
import type { RailCapability } from '../capability.ts';

export const corridors: RailCapability<'corridors'> = {
  sandbox: () => ({ payouts: sandboxCatalog }),
};
