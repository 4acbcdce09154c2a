import type { Hex } from 'viem';
import type { ConnectionRouter, Reaching } from '../../connections/router.ts';
import type { Reach } from '../../ground/network/guarded-agents.ts';
import { chainSlot } from '../../ports/connections.ts';
import type { ChainPlace, TokenChain } from '../../ports/token-chain.ts';
import { reachingNodes } from './connection/reach-nodes.ts';
import { ChainCredentials, chainIn } from './connection/settings.ts';
import { transfersTo } from './token-transfers.ts';
import { Witnesses } from './witnesses.ts';

/** A chain, and how it is reached. */
export interface ReachedChain {
  readonly connectionId?: string;
  readonly witnesses: Witnesses;
  /** Contracts by the token's name. */
  readonly contracts: Readonly<Record<string, Hex>>;
}

/**
 * Finds how a chain is reached for an organization.
 * @throws Error if it cannot be reached
 */
export type FindChain = (place: ChainPlace) => Promise<ReachedChain>;

/** Chains that are read through nodes. */
export function evmChain(find: FindChain): TokenChain {
  return {
    head: async (place) => {
      const { witnesses, connectionId } = await find(place);
      const [latest, { number: final }] = await Promise.all([witnesses.latest(), witnesses.final()]);
      return { latest, final, ...(connectionId !== undefined && { connectionId }) };
    },
    async transfers({ fromBlock, toBlock, token, address, ...place }) {
      const { witnesses, contracts } = await find(place);
      const contract = contracts[token]?.toLowerCase() as Hex | undefined;
      if (!contract) throw new Error(`${token} is not known on ${place.chain}`);
      const addresses = [address.toLowerCase() as Hex];
      const transfers = await transfersTo(witnesses, { contract, addresses, fromBlock, toBlock });
      return transfers.map(({ hash, logIndex, block, amount, madeAt }) => ({ hash, logIndex, block, amount, madeAt }));
    },
  };
}

/** Milliseconds for one answer of a node: the port answers within five seconds, and a range takes several. */
const patienceMs = 2_000;

/**
 * How the connections of chains are reached, for a router. Excludes tokens that only stand in for an issuer's, because
 * they pay for nothing.
 */
export function reachingChains(reach: Reach): Reaching<ReachedChain> {
  const nodesAt = reachingNodes(reach);
  return {
    provider: 'evm',
    reach(settings, credentials) {
      const { tokens } = chainIn(settings);
      const { nodes } = ChainCredentials.parse(JSON.parse(credentials));
      const issued = tokens.filter(({ isIssued }) => isIssued);
      return {
        witnesses: new Witnesses(nodesAt(nodes, patienceMs)),
        contracts: Object.fromEntries(issued.map(({ name, contract }) => [name, contract])),
      };
    },
  };
}

/** The chains of the connections that organizations use. */
export function routedChains(router: ConnectionRouter<ReachedChain>): TokenChain {
  return evmChain(async ({ organizationId, chain, connectionId }) => {
    const slot = chainSlot(chain);
    const reached =
      connectionId === undefined
        ? await router.serving(organizationId, slot)
        : await router.begunOn(connectionId, slot);
    if (!reached) throw new Error(`${organizationId} has no connection for ${chain}`);
    return { ...reached.account, connectionId: reached.connectionId };
  });
}
