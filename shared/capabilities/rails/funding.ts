import type { RailCapability } from '../capability.ts';

/** Payouts of the sandbox settle from its balance: there is nothing to fund. */
export const funding: RailCapability<'funding'> = {
  sandbox: () => ({ payouts: {} }),
};
