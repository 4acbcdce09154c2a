import type { Hex } from 'viem';
import { putIf } from '../../../ground/table/writes.ts';
import { ttlSeconds } from '../../../ground/time/clock.ts';
import type { NodeBlock } from '../node.ts';
import type { Sender, SigningTurn } from './sender.ts';
import { type ChainTransaction, ChainTransactionEntity } from './transaction-row.ts';

/** Transactions that are over are kept for whoever asks what was sent. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

type Fate = Pick<ChainTransaction, 'state' | 'minedHash'>;

/**
 * Ends the transactions whose nonces are used at a final block.
 * @param open in the order of their nonces
 * @param used how many transactions of the account are in blocks until the final one
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
 * Which version used the nonce. A node that has a receipt of one, while another does not, makes all wait. A nonce of which no node has a receipt was
 * used by hand, or by another table.
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
