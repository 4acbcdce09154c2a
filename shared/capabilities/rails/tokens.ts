import type { RailCapability } from '../capability.ts';

export const tokens: RailCapability<'tokens'> = {
  sandbox: () => ({ chain: {} }),
};
