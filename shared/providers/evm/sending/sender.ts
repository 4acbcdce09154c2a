import type { Address, Hex } from 'viem';
import type { Runtime } from '../../../ports/runtime.ts';
import { type EvmNode, NodeFailed } from '../node.ts';
import type { ChainSigner } from '../signer/chain-signer.ts';
import type { Witnesses } from '../witnesses.ts';
import type { SendingRules } from './rules.ts';
import type { SignerClaim } from './signer-claim.ts';

/** A connection as transactions are sent through it. */
export interface Sender {
  readonly connectionId: string;
  readonly chainId: number;
  readonly nodes: readonly EvmNode[];
  /** Witnesses backed by these nodes. */
  readonly witnesses: Witnesses;
  readonly signer: ChainSigner;
  readonly rules: SendingRules;
}

export interface SendingRuntime extends Pick<Runtime, 'clock' | 'ids' | 'log' | 'sleep' | 'store'> {
  /** Whether nothing may be sent through a connection now (`ConnectionRouter`). */
  readonly isHalted: (connectionId: string) => Promise<boolean>;
}

/** A transaction that is wanted. It moves none of the chain's own coin. */
export interface TransactionCall {
  /** What it is for. While a transaction with one of these is open, no other with the same is to be asked for. */
  readonly purposes: readonly string[];
  readonly to: Address;
  readonly data: Hex;
  /** Besides what every transaction takes. It is never estimated. */
  readonly gas: bigint;
}

/** What one worker has while it may sign. */
export interface SigningTurn {
  readonly runtime: SendingRuntime;
  readonly sender: Sender;
  readonly account: Address;
  readonly claim: SignerClaim;
}

/** What those nodes say that answer. @throws NodeFailed where none does */
export async function answersOf<T>(
  nodes: readonly EvmNode[],
  ask: (node: EvmNode) => Promise<T>,
): Promise<readonly [T, ...T[]]> {
  const results = await Promise.allSettled(nodes.map(ask));
  const [first, ...others] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (first === undefined) throw new NodeFailed('no node answers');
  return [first, ...others];
}
