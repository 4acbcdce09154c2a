import type { Hex } from 'viem';
import type { TokenChain } from '../../ports/token-chain.ts';
import { transfersTo } from './token-transfers.ts';
import type { Witnesses } from './witnesses.ts';

/** A chain as it is reached. */
export interface ReachedChain {
  readonly witnesses: Witnesses;
  /** Contracts by the token's name. */
  readonly contracts: Readonly<Record<string, Hex>>;
}

/** Chains that are read through nodes. They are the same for every organization. */
export function evmChain(chains: Readonly<Record<string, ReachedChain>>): TokenChain {
  const reached = (name: string): ReachedChain => {
    const chain = chains[name];
    if (!chain) throw new Error(`no node is set up for ${name}`);
    return chain;
  };
  return {
    head: async (_organizationId, name) => {
      const { witnesses } = reached(name);
      const [latest, { number: final }] = await Promise.all([witnesses.latest(), witnesses.final()]);
      return { latest, final };
    },
    async transfers({ chain, token, address, fromBlock, toBlock }) {
      const { witnesses, contracts } = reached(chain);
      const contract = contracts[token]?.toLowerCase() as Hex | undefined;
      if (!contract) throw new Error(`${token} is not known on ${chain}`);
      const addresses = [address.toLowerCase() as Hex];
      const transfers = await transfersTo(witnesses, { contract, addresses, fromBlock, toBlock });
      return transfers.map(({ hash, logIndex, block, amount, madeAt }) => ({ hash, logIndex, block, amount, madeAt }));
    },
  };
}
