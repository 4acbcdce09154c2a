import type { Address } from 'viem';
import { getAddress, isAddress } from 'viem/utils';
import * as z from 'zod';
import { ConnectionRouter, type Reaching } from '../../../connections/router.ts';
import type { ConnectionSecrets } from '../../../ports/connections.ts';
import type { DepositFlusher } from '../../../ports/deposit-chain.ts';
import type { ChainReach } from '../chains.ts';
import { reachingNodes } from '../connection/reach-nodes.ts';
import { ChainCredentials, chainIn } from '../connection/settings.ts';
import { sendingRulesOf } from '../sending/rules.ts';
import type { Sender, SendingRuntime } from '../sending/sender.ts';
import type { ChainSigner } from '../signer/chain-signer.ts';
import { namedSigner } from '../signer/named-signer.ts';
import { Witnesses } from '../witnesses.ts';
import { flushDeposits, lookAtDeposits } from './flush-deposits.ts';
import { worthFlushingOn } from './worth-flushing.ts';

/** A connection for sending transactions. */
interface ReachedSender extends Omit<Sender, 'connectionId' | 'signer'> {
  /** Undefined if its credentials name none. */
  readonly signer: ChainSigner | undefined;
  readonly factory: Address;
  readonly worthwhile: bigint;
}

/** Milliseconds for one answer of a node. */
const patienceMs = 2_000;

const StoredAccount = z.object({
  factory: z
    .string()
    .refine((text) => isAddress(text))
    .transform((text) => getAddress(text)),
});

/** How the chains are reached for sending. A signer is asked for its account once. */
function reachingSenders(reach: ChainReach): Reaching<ReachedSender> {
  const nodesAt = reachingNodes(reach);
  const signers = new Map<string, ChainSigner>();
  const signerOf = (name: string) => {
    const signer = signers.get(name) ?? namedSigner(name);
    signers.set(name, signer);
    return signer;
  };
  return {
    provider: 'evm',
    reach(settings, credentials, account) {
      const { chain, id: chainId } = chainIn(settings, reach.chains);
      const { nodes: urls, signer } = ChainCredentials.parse(JSON.parse(credentials));
      const nodes = nodesAt(urls, patienceMs);
      return {
        chainId,
        nodes,
        witnesses: new Witnesses(nodes),
        signer: signer === undefined ? undefined : signerOf(signer),
        rules: sendingRulesOf(chain),
        factory: StoredAccount.parse(JSON.parse(account)).factory,
        worthwhile: worthFlushingOn(chain),
      };
    },
  };
}

/** Finds and opens connections, and defines the allowed locations of their nodes. */
export interface FlushesPlace extends ChainReach, Omit<SendingRuntime, 'isHalted'> {
  readonly secrets: ConnectionSecrets;
}

/** Flushes deposits through the connections on which their payouts were begun. */
export function routedFlushes(place: FlushesPlace): DepositFlusher {
  const router = new ConnectionRouter(place, reachingSenders(place));
  const runtime = { ...place, isHalted: (connectionId: string) => router.isHalted(connectionId) };
  return {
    async flush({ connectionId, contract }, order) {
      const { signer, factory, worthwhile, ...reached } = (await router.begunOn(connectionId)).account;
      const ofToken = { ...order, token: getAddress(contract), worthwhile };
      if (!signer) return lookAtDeposits({ ...reached, factory }, ofToken);
      const sender = { ...reached, connectionId, signer };
      return flushDeposits(runtime, { sender, factory }, ofToken);
    },
  };
}
