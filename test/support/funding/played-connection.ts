import type { Connection } from '../../../shared/connections/connection.ts';
import type { PlayedChain } from './played-chain.ts';

/** The connection to a played chain as two operators would have made it. */
export function playedConnection({ connectionId, chain, token }: PlayedChain, now: number): Connection {
  return {
    connectionId,
    version: 1,
    provider: 'evm',
    port: 'chain',
    mode: 'live',
    slot: `chain/${chain}`,
    settings: '{}',
    sealed: 'sealed',
    account: '{}',
    details: JSON.stringify({ tokens: [{ name: 'USDC', contract: token.contract }] }),
    hosts: ['node.example'],
    createdAt: new Date(now).toISOString(),
  };
}
