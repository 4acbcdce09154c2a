import type { Address, Hex } from 'viem';
import type { Runtime } from '../../../ports/runtime.ts';
import { type EvmNode, NodeFailed } from '../node.ts';
import type { ChainSigner } from '../signer/chain-signer.ts';
import type { Witnesses } from '../witnesses.ts';
import type { SendingRules } from './rules.ts';
import type { SignerClaim } from './signer-claim.ts';

/** A connection for sending transactions. */
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
  /** Whether sending through a connection is halted now (`ConnectionRouter`). */
  readonly isHalted: (connectionId: string) => Promise<boolean>;
}

/** A requested transaction. It moves none of the chain's own coin. */
export interface TransactionCall {
  /**
   * Its purposes. While a transaction with one of them is open, no other one with the same purpose may be requested.
   */
  readonly purposes: readonly string[];
  readonly to: Address;
  readonly data: Hex;
  /** In addition to the gas of every transaction. It is never estimated. */
  readonly gas: bigint;
}

/** The state of a worker while it may sign. */
export interface SigningTurn {
  readonly runtime: SendingRuntime;
  readonly sender: Sender;
  readonly account: Address;
  readonly claim: SignerClaim;
}

/**
 * The values of the nodes that answer.
 * @throws NodeFailed if none does
 */
export async function answersOf<T>(
  nodes: readonly EvmNode[],
  ask: (node: EvmNode) => Promise<T>,
): Promise<readonly [T, ...T[]]> {
  const results = await Promise.allSettled(nodes.map(ask));
  const [first, ...others] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (first === undefined) throw new NodeFailed('no node answers');
  return [first, ...others];
}
