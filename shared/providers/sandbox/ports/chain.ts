import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { sandboxHead } from '../chain/chain.ts';

export const chain: ProviderPort<'chain'> = {
  open: ({ clock }) => ({ chain: { head: sandboxHead(clock) } }),
};
