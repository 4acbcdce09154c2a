import type { ProviderPort } from '../../../ports/wiring/provider.ts';

/** Payouts of the sandbox settle from its balance: there is nothing to fund. */
export const funding: ProviderPort<'funding'> = {
  open: () => ({ payouts: {} }),
};
