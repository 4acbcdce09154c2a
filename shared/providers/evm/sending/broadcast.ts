import type { Hex } from 'viem';
import { type EvmNode, NodeRefused } from '../node.ts';
import type { SigningTurn } from './sender.ts';
import { type ChainTransaction, newestVersion } from './transaction-row.ts';

/**
 * Sends stored transactions to every node, in the order of their nonces. One acceptance is enough, and answers of nodes
 * change nothing, because nodes also refuse transactions that they already have. The chain shows whether a transaction
 * was mined; until then it is broadcast again.
 * @param transactions those of a halted connection are not broadcast
 */
export async function broadcast(
  { runtime, sender }: Pick<SigningTurn, 'runtime' | 'sender'>,
  transactions: readonly ChainTransaction[],
): Promise<void> {
  const connections = [...new Set(transactions.map(({ connectionId }) => connectionId))];
  const halted = await Promise.all(connections.map((connectionId) => runtime.isHalted(connectionId)));
  const allowed = transactions.filter(({ connectionId }) => !halted[connections.indexOf(connectionId)]);
  const accepted = await Promise.all(sender.nodes.map((node) => acceptedBy(node, allowed)));
  for (const { connectionId, chainId, account, nonce, versions } of allowed) {
    const takers = sender.nodes.flatMap(({ name }, index) => (accepted[index]?.has(nonce) ? [name] : []));
    const version = versions.length;
    if (takers.length > 0)
      runtime.log.info('a transaction was broadcast', { connectionId, chainId, account, nonce, version, takers });
  }
}

/** @returns nonces. A node that does not answer gets no more requests. */
async function acceptedBy(node: EvmNode, transactions: readonly ChainTransaction[]): Promise<ReadonlySet<number>> {
  const accepted = new Set<number>();
  for (const transaction of transactions) {
    try {
      await node.send(newestVersion(transaction).bytes as Hex);
      accepted.add(transaction.nonce);
    } catch (error) {
      if (!(error instanceof NodeRefused)) break;
    }
  }
  return accepted;
}
