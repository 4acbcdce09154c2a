import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { vaultCatalog } from '../catalog.ts';

export const corridors: ProviderPort<'corridors'> = {
  open: () => ({ payouts: vaultCatalog() }),
};
