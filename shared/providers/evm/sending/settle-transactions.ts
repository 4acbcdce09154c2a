import type { Hex } from 'viem';
import { putIf } from '../../../ground/table/writes.ts';
import { ttlSeconds } from '../../../ground/time/clock.ts';
import type { NodeBlock } from '../node.ts';
import type { Sender, SigningTurn } from './sender.ts';
import { type ChainTransaction, ChainTransactionEntity } from './transaction-row.ts';

/** Ended transactions are kept as a record of what was sent. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

type Fate = Pick<ChainTransaction, 'state' | 'minedHash'>;

/**
 * Ends the transactions whose nonces are used at a final block.
 * @param open in the order of their nonces
 * @param used the number of the account's transactions up to the final block
 * @returns those that are still open
 * @throws NodesDisagree, NodeFailed
 */
export async function settleTransactions(
  turn: SigningTurn,
  open: readonly ChainTransaction[],
  { used, final }: { readonly used: number; readonly final: NodeBlock },
): Promise<ChainTransaction[]> {
  const { claim, runtime, sender } = turn;
  const over = open.filter(({ nonce }) => nonce < used);
  for (const transaction of over) {
    const fate = await fateOf(sender, transaction, final);
    const ended = { ...transaction, ...fate, ttl: ttlSeconds(runtime.clock() + keptMs) };
    await claim.write([putIf(ChainTransactionEntity, ended, {})], { openFrom: transaction.nonce + 1 });
    const { chainId, connectionId, nonce, purposes } = transaction;
    runtime.log.info('a transaction is over', { chainId, connectionId, nonce, purposes, ...fate });
  }
  return open.slice(over.length);
}

/**
 * The version that used the nonce. If only some nodes have its receipt, everything waits. If no node has a receipt for
 * the nonce, it was used by hand, or by another table.
 */
async function fateOf({ nodes, witnesses }: Sender, { versions }: ChainTransaction, final: NodeBlock): Promise<Fate> {
  for (const { hash } of versions) {
    const receipts = await Promise.all(nodes.map((node) => node.receipt(hash as Hex)));
    if (!receipts.some((receipt) => receipt !== undefined)) continue;
    const { status } = await witnesses.transaction(hash as Hex, final);
    return { state: status ? 'succeeded' : 'reverted', minedHash: hash };
  }
  return { state: 'taken' };
}
