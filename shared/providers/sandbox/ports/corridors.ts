import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { sandboxCatalog } from '../payouts/prices.ts';

export const corridors: ProviderPort<'corridors'> = {
  open: () => ({ payouts: sandboxCatalog }),
};
