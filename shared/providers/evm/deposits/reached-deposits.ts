import type { Address, Hex } from 'viem';
import { getAddress, isAddress } from 'viem/utils';
import * as z from 'zod';
import type { Reaching } from '../../../connections/router.ts';
import type { ChainReach, ChainToken } from '../chains.ts';
import { reachingNodes } from '../connection/reach-nodes.ts';
import { ChainCredentials, chainIn } from '../connection/settings.ts';
import { Witnesses } from '../witnesses.ts';

/** A chain on which payouts are funded, reached through one connection. */
export interface ReachedDeposits {
  readonly chain: string;
  readonly witnesses: Witnesses;
  /** Contracts of the tokens that fund payouts, by the token's name. */
  readonly contracts: Readonly<Record<string, Hex>>;
  /** All tokens that are read on this chain, including those that fund nothing. */
  readonly tokens: readonly ChainToken[];
  readonly factory: Address;
  /** The contract at every deposit address after its first flush. */
  readonly implementation: Address;
  /** Price feeds by the token's name. A connection of an earlier release may have none. */
  readonly feeds: Readonly<Record<string, Address>>;
  /** Minor units of any of its tokens. */
  readonly flushFirst?: bigint;
  /** The same. */
  readonly dailyLimit?: bigint;
}

const StoredAddress = z
  .string()
  .refine((text) => isAddress(text))
  .transform((text) => getAddress(text));

/** The part of the connected account that is used. */
const StoredAccount = z.object({ factory: StoredAddress, implementation: StoredAddress });

/** Milliseconds for one answer of a node. */
const patienceMs = 4_000;

/**
 * How the chains are reached on which payouts are funded. The addresses of deposits follow from the account that two
 * operators have confirmed. Excludes tokens that only stand in for an issuer's, because they pay for nothing.
 */
export function reachingDeposits(reach: ChainReach): Reaching<ReachedDeposits> {
  const nodesAt = reachingNodes(reach);
  return {
    provider: 'evm',
    reach(settings, credentials, account) {
      const { chain, tokens, feeds = {}, flushFirst, dailyLimit } = chainIn(settings, reach.chains);
      const { nodes } = ChainCredentials.parse(JSON.parse(credentials));
      const { factory, implementation } = StoredAccount.parse(JSON.parse(account));
      const funding = tokens.filter(({ isIssued }) => isIssued);
      return {
        chain,
        witnesses: new Witnesses(nodesAt(nodes, patienceMs)),
        contracts: Object.fromEntries(funding.map(({ name, contract }) => [name, contract])),
        tokens,
        factory,
        implementation,
        feeds,
        ...(flushFirst !== undefined && { flushFirst }),
        ...(dailyLimit !== undefined && { dailyLimit }),
      };
    },
  };
}
