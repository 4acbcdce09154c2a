import { isDeepStrictEqual } from 'node:util';
import type { Hex } from 'viem';
import { type EvmNode, type LogFilter, type NodeBlock, type NodeReceipt, NodeRefused } from './node.ts';

/** Nodes contradict each other. Nothing that they say counts until they agree again, and somebody should look. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree';
}

/** A node does not have yet what another one has. It is asked again later. */
export class NodeBehind extends Error {
  override readonly name = 'NodeBehind';
}

/** A transaction and its receipt, as every node shows them in one final block. */
export interface Witnessed extends NodeReceipt {
  /** Milliseconds: the time of its block. */
  readonly madeAt: number;
}

/**
 * The nodes of a chain: something is there, or is not, only where every one of them shows it in the same final block. One that is
 * silent or behind makes all wait, and is never left out: whoever silences the honest node gains nothing by it.
 */
export class Witnesses {
  readonly #nodes: readonly EvmNode[];

  /** @param nodes at least one; of different companies and clients */
  constructor(nodes: readonly EvmNode[]) {
    if (nodes.length === 0) throw new Error('a chain needs a node');
    this.#nodes = nodes;
  }

  /** @returns the number of the newest block that every node has; it may be taken back */
  async latest(): Promise<number> {
    const blocks = await this.#each((node) => node.block('latest'));
    return Math.min(...numbersOf(blocks, 'no block'));
  }

  /** @returns the newest block that is final to every node. @throws NodesDisagree when it is another block to one of them */
  async final(): Promise<NodeBlock> {
    const blocks = await this.#each((node) => node.block('finalized'));
    return this.#blockAt(Math.min(...numbersOf(blocks, 'no final block')));
  }

  /**
   * The transactions in final blocks that have such logs. Every node's list is looked at, and receipts decide: a log that one node
   * leaves out is found by another's list, and one that a node invents has no receipt elsewhere.
   * @throws NodeBehind when the range ends behind the last block that is final to all
   */
  async transactions(filter: LogFilter): Promise<Witnessed[]> {
    const final = await this.final();
    if (filter.toBlock > final.number) throw new NodeBehind(`block ${filter.toBlock} is not final yet`);
    const lists = await this.#each((node) => logsIn(node, filter));
    const hashes = [...new Set(lists.flat().map(({ transactionHash }) => transactionHash))];
    const found: Witnessed[] = [];
    for (let start = 0; start < hashes.length; start += receiptsAtOnce) {
      const some = hashes.slice(start, start + receiptsAtOnce);
      found.push(...(await Promise.all(some.map((hash) => this.#witnessed(hash, final)))));
    }
    return found.filter(({ blockNumber }) => blockNumber >= filter.fromBlock && blockNumber <= filter.toBlock);
  }

  /** What a contract answers at a final block, the same from every node. */
  async call(contract: Hex, data: Hex, at: NodeBlock): Promise<Hex> {
    return same(await this.#each((node) => node.call(contract, data, at.hash)), `what ${contract} answers`);
  }

  /**
   * A transaction that a node has listed.
   * @throws NodesDisagree unless every node has it in one block, and that block is canonical
   */
  async #witnessed(hash: Hex, final: NodeBlock): Promise<Witnessed> {
    const receipts = await this.#each((node) => node.receipt(hash));
    if (receipts.some((receipt) => (receipt?.blockNumber ?? 0) > final.number))
      throw new NodeBehind(`${hash} is not final yet`);
    const receipt = same(receipts, `the receipt of ${hash}`);
    if (receipt?.transactionHash !== hash)
      throw new NodesDisagree(`a node lists ${hash}, of which no node has a receipt`);
    const block = await this.#blockAt(receipt.blockNumber);
    if (block.hash !== receipt.blockHash) throw new NodesDisagree(`${hash} is in a block that is not canonical`);
    return { ...receipt, madeAt: block.madeAt };
  }

  /** @param number of a block that is final to every node */
  async #blockAt(number: number): Promise<NodeBlock> {
    const block = same(await this.#each((node) => node.block(number)), `block ${number}`);
    if (block?.number !== number) throw new NodesDisagree(`nodes answer another block than ${number}`);
    return block;
  }

  #each<T>(ask: (node: EvmNode) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#nodes.map(ask));
  }
}

function numbersOf(blocks: readonly (NodeBlock | undefined)[], missing: string): number[] {
  return blocks.map((block) => {
    if (!block) throw new NodeBehind(`a node has ${missing}`);
    return block.number;
  });
}

/** Requests to one node at once. */
const receiptsAtOnce = 20;

function same<T>(answers: readonly T[], what: string): T {
  const [first] = answers;
  if (!answers.every((answer) => isDeepStrictEqual(answer, first)))
    throw new NodesDisagree(`nodes disagree on ${what}`);
  return first as T;
}

/** Nodes refuse what is too much for them, each with its own words: the range is halved until they answer. */
async function logsIn(node: EvmNode, filter: LogFilter): ReturnType<EvmNode['logs']> {
  try {
    return await node.logs(filter);
  } catch (error) {
    if (!(error instanceof NodeRefused) || filter.fromBlock === filter.toBlock) throw error;
    const middle = Math.floor((filter.fromBlock + filter.toBlock) / 2);
    const before = await logsIn(node, { ...filter, toBlock: middle });
    return [...before, ...(await logsIn(node, { ...filter, fromBlock: middle + 1 }))];
  }
}
