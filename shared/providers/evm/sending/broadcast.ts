import type { Hex } from 'viem';
import { type EvmNode, NodeRefused } from '../node.ts';
import type { SigningTurn } from './sender.ts';
import { type ChainTransaction, newestVersion } from './transaction-row.ts';

/**
 * Tells every node of transactions that are stored, in the order of their nonces. One acceptance is enough, and what nodes answer changes nothing:
 * they refuse what they have already, too. Whether a transaction is mined is read from the chain, and it is told of again until then.
 * @param transactions none of a connection that is halted is told of
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

/** @returns nonces. A node that is silent is asked for nothing more. */
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
