import type { Provider } from '../../ports/wiring/provider.ts';
import { chain } from './ports/chain.ts';
import { tokens } from './ports/tokens.ts';
import { transfers } from './ports/transfers.ts';

/** Chains, reached through the organizations' connections. Buyers pay live links on them. */
export const evm: Provider = { name: 'evm', mode: 'live', ports: { tokens, chain, transfers } };
