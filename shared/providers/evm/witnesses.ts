import { isDeepStrictEqual } from 'node:util';
import type { Hex } from 'viem';
import { type EvmNode, type FoundLog, type LogFilter, type NodeBlock, type NodeReceipt, NodeRefused } from './node.ts';

/**
 * Nodes contradict each other. None of their answers counts until they agree again, and someone should investigate.
 */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree';
}

/** A node does not yet have data that another one has. It is asked again later. */
export class NodeBehind extends Error {
  override readonly name = 'NodeBehind';
}

/** A transaction and its receipt, which every node shows in the same block. */
export interface Witnessed extends NodeReceipt {
  /** Milliseconds: the time of its block. */
  readonly madeAt: number;
}

/** A transaction that every node has in the same block. */
export interface MinedWitnessed extends Witnessed {
  readonly isFinal: boolean;
}

/**
 * The nodes of a chain. Something exists, or does not exist, only if every node shows this in the same final block. If
 * a node does not answer or is behind, everything waits. No node is ever ignored, so silencing the honest node gains
 * nothing.
 */
export class Witnesses {
  readonly #nodes: readonly EvmNode[];
  readonly #limit: AbortSignal | undefined;

  /**
   * @param nodes at least one; of different companies and clients
   * @param limit once it is aborted, no more requests are made
   */
  constructor(nodes: readonly EvmNode[], limit?: AbortSignal) {
    if (nodes.length === 0) throw new Error('a chain needs a node');
    this.#nodes = nodes;
    this.#limit = limit;
  }

  /**
   * These nodes with a time limit: no requests are made once the signal is aborted, and every later call throws the
   * reason of the signal.
   */
  until(limit: AbortSignal): Witnesses {
    return new Witnesses(this.#nodes, limit);
  }

  /** @returns the number of the newest block that every node has; it may be reorganized */
  async latest(): Promise<number> {
    const blocks = await this.#each((node) => node.block('latest'));
    return Math.min(...numbersOf(blocks, 'no block'));
  }

  /**
   * @returns the newest block that is final on every node.
   * @throws NodesDisagree if one of them has a different block
   */
  async final(): Promise<NodeBlock> {
    const blocks = await this.#each((node) => node.block('finalized'));
    return this.#blockAt(Math.min(...numbersOf(blocks, 'no final block')));
  }

  /**
   * @returns a block that is the same on every node.
   * @throws NodeBehind unless it is final on all of them
   */
  async finalAt(number: number): Promise<NodeBlock> {
    if (number > (await this.final()).number) throw new NodeBehind(`block ${number} is not final yet`);
    return this.#blockAt(number);
  }

  /**
   * The transactions in final blocks that have such logs. The lists of all nodes are read, and receipts decide: a log
   * that one node omits is in another node's list, and a log that one node invents has no receipt on the others.
   * @param isWorth whether a listed log is worth reading its transaction's receipt; a transaction is omitted if no node
   *   lists such a log
   * @throws NodeBehind if the range ends after the last block that is final on all nodes
   */
  async transactions(filter: LogFilter, isWorth: (log: FoundLog) => boolean = () => true): Promise<Witnessed[]> {
    const final = await this.final();
    if (filter.toBlock > final.number) throw new NodeBehind(`block ${filter.toBlock} is not final yet`);
    const lists = await this.#each((node) => this.#logsIn(node, filter));
    const listed = lists.flat().filter(isWorth);
    const hashes = [...new Set(listed.map(({ transactionHash }) => transactionHash))];
    const blockOf = once((number) => this.#blockAt(number));
    const found: Witnessed[] = [];
    for (let start = 0; start < hashes.length; start += receiptsAtOnce) {
      const some = hashes.slice(start, start + receiptsAtOnce);
      found.push(...(await Promise.all(some.map((hash) => this.#transaction(hash, final, blockOf)))));
    }
    return found.filter(({ blockNumber }) => blockNumber >= filter.fromBlock && blockNumber <= filter.toBlock);
  }

  /** The answer of a contract at a final block, which is the same from every node. */
  async call(contract: Hex, data: Hex, at: NodeBlock): Promise<Hex> {
    return same(await this.#each((node) => node.call(contract, data, at.hash)), `what ${contract} answers`);
  }

  /**
   * What code returns as the constructor of a contract at a final block, which is the same from every node. It changes
   * nothing.
   */
  async run(code: Hex, at: NodeBlock): Promise<Hex> {
    return same(await this.#each((node) => node.run(code, at.hash)), 'what code returns');
  }

  /** The number of an account's transactions up to a final block, which is the same from every node. */
  async transactionCount(account: Hex, at: NodeBlock): Promise<number> {
    return same(await this.#each((node) => node.transactionCount(account, at.hash)), `the transactions of ${account}`);
  }

  /** The code of an address at a final block, the same from every node. */
  async code(address: Hex, at: NodeBlock): Promise<Hex> {
    return same(await this.#each((node) => node.code(address, at.hash)), `the code of ${address}`);
  }

  /**
   * A transaction that a node has listed, or that a person has named.
   * @param final the newest block that is final on every node
   * @throws NodesDisagree unless every node has it in the same block, and that block is canonical
   */
  transaction(hash: Hex, final: NodeBlock): Promise<Witnessed> {
    return this.#transaction(hash, final, (number) => this.#blockAt(number));
  }

  async #transaction(hash: Hex, final: NodeBlock, blockOf: ReadBlock): Promise<Witnessed> {
    return this.#inFinalBlock(hash, await this.#each((node) => node.receipt(hash)), final.number, blockOf);
  }

  /** @param receipts of a transaction, each from one node */
  async #inFinalBlock(
    hash: Hex,
    receipts: readonly (NodeReceipt | undefined)[],
    final: number,
    blockOf: ReadBlock,
  ): Promise<Witnessed> {
    if (receipts.some((receipt) => (receipt?.blockNumber ?? 0) > final))
      throw new NodeBehind(`${hash} is not final yet`);
    const receipt = same(receipts, `the receipt of ${hash}`);
    if (receipt?.transactionHash !== hash) throw new NodesDisagree(`no node has a receipt of ${hash}`);
    const block = await blockOf(receipt.blockNumber);
    if (block.hash !== receipt.blockHash) throw new NodesDisagree(`${hash} is in a block that is not canonical`);
    return { ...receipt, madeAt: block.madeAt };
  }

  /**
   * A transaction that may not be final yet, as shown by every node.
   * @param hash in lower case
   * @returns undefined if no node has it in a block
   * @throws NodeBehind if the nodes differ about its block before it is final, which is rarely a lie
   * @throws NodesDisagree if they contradict each other about one that is final on any node
   */
  async mined(hash: Hex): Promise<MinedWitnessed | undefined> {
    // Two rounds, because someone waits for the answer. Data that was requested too early is compared with the blocks,
    // which are requested afterwards.
    const [finals, receipts] = await Promise.all([
      this.#each((node) => node.block('finalized')),
      this.#each((node) => node.receipt(hash)),
    ]);
    const final = Math.min(...numbersOf(finals, 'no final block'));
    if (receipts.every((receipt) => receipt === undefined)) return undefined;
    const blockOf: ReadBlock = (number) => this.#blockAt(number);
    const isFinal = receipts.some((receipt) => receipt && receipt.blockNumber <= final);
    const [witnessed] = await Promise.all([
      isFinal ? this.#inFinalBlock(hash, receipts, final, blockOf) : this.#inNewBlock(hash, receipts),
      blockOf(final),
    ]);
    return { ...witnessed, isFinal };
  }

  /** @param receipts of a transaction that is not final on any node, one from each node */
  async #inNewBlock(hash: Hex, receipts: readonly (NodeReceipt | undefined)[]): Promise<Witnessed> {
    const [receipt] = receipts;
    const number = receipt?.blockNumber ?? 0;
    const [block, ...blocks] = await this.#each((node) => node.block(number));
    const isInOneBlock = isSame(receipts) && isSame([block, ...blocks]) && block?.hash === receipt?.blockHash;
    if (!receipt || !block || !isInOneBlock || block.number !== number)
      throw new NodeBehind(`nodes do not have ${hash} in one block yet`);
    if (receipt.transactionHash !== hash) throw new NodesDisagree(`no node has a receipt of ${hash}`);
    return { ...receipt, madeAt: block.madeAt };
  }

  /** @param number of a block that is final on every node */
  async #blockAt(number: number): Promise<NodeBlock> {
    const block = same(await this.#each((node) => node.block(number)), `block ${number}`);
    if (block?.number !== number) throw new NodesDisagree(`nodes answer another block than ${number}`);
    return block;
  }

  async #each<T>(ask: (node: EvmNode) => Promise<T>): Promise<T[]> {
    this.#limit?.throwIfAborted();
    return Promise.all(this.#nodes.map(ask));
  }

  /** Nodes refuse requests that are too large, each with its own message. The range is halved until they answer. */
  async #logsIn(node: EvmNode, filter: LogFilter): ReturnType<EvmNode['logs']> {
    this.#limit?.throwIfAborted();
    try {
      return await node.logs(filter);
    } catch (error) {
      if (!(error instanceof NodeRefused) || filter.fromBlock === filter.toBlock) throw error;
      const middle = Math.floor((filter.fromBlock + filter.toBlock) / 2);
      const before = await this.#logsIn(node, { ...filter, toBlock: middle });
      return [...before, ...(await this.#logsIn(node, { ...filter, fromBlock: middle + 1 }))];
    }
  }
}

function numbersOf(blocks: readonly (NodeBlock | undefined)[], missing: string): number[] {
  return blocks.map((block) => {
    if (!block) throw new NodeBehind(`a node has ${missing}`);
    return block.number;
  });
}

type ReadBlock = (number: number) => Promise<NodeBlock>;

/** Reads each block once: many transactions may be in one. */
function once(read: ReadBlock): ReadBlock {
  const blocks = new Map<number, Promise<NodeBlock>>();
  return (number) => {
    const block = blocks.get(number) ?? read(number);
    blocks.set(number, block);
    return block;
  };
}

/** Requests to one node at once. */
const receiptsAtOnce = 20;

function same<T>(answers: readonly T[], what: string): T {
  if (!isSame(answers)) throw new NodesDisagree(`nodes disagree on ${what}`);
  return answers[0] as T;
}

function isSame(answers: readonly unknown[]): boolean {
  return answers.every((answer) => isDeepStrictEqual(answer, answers[0]));
}
