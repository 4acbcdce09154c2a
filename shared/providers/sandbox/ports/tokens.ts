import type { ProviderPort } from '../../../ports/wiring/provider.ts';

export const tokens: ProviderPort<'tokens'> = {
  open: () => ({ chain: {} }),
};
