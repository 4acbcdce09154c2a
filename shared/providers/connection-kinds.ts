import type { ConnectionKind } from '../ports/connections.ts';
import { type Chains, knownChains } from './evm/chains.ts';
import { chainConnection } from './evm/connection/chain-connection.ts';
import { vaultConnection } from './evm/vault/vault-connection.ts';

/**
 * Every kind of connection. Only code that creates, changes or tests connections imports it, because it includes the
 * code of all their providers.
 */
export const connectionKinds = connectionKindsOn(knownChains);

/** Every kind of connection for other chains, as on one machine. */
export function connectionKindsOn(chains: Chains): readonly ConnectionKind[] {
  return [chainConnection(chains), vaultConnection(chains)] as unknown as readonly ConnectionKind[];
}
