import type { Hex } from 'viem';
import type { TokenTransfer } from '../../ports/token-chain.ts';
import type { NodeLog } from './node.ts';
import type { Witnessed, Witnesses } from './witnesses.ts';

/** `Transfer(address,address,uint256)`, by which every token says that it has moved. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Nodes take so many topics in one place. */
const mostAddresses = 1_000;

/** A transfer, with everybody who had a hand in it. All addresses are in lower case. */
export interface SentTransfer extends TokenTransfer {
  readonly to: Hex;
  /** Whose tokens moved. */
  readonly from: Hex;
  /** Whoever signed the transaction: another one, where a contract moved the tokens. */
  readonly signer: Hex;
}

/**
 * Final transfers of a token to any of some addresses, in their order. Only the contract's own logs in transactions that
 * succeeded count: not what a transaction asked for, and not whom it was sent to. Transfers of nothing are none.
 * @param addresses a thousand at most, in lower case
 */
export async function transfersTo(
  witnesses: Witnesses,
  range: {
    readonly contract: Hex;
    readonly addresses: readonly Hex[];
    readonly fromBlock: number;
    readonly toBlock: number;
  },
): Promise<SentTransfer[]> {
  const { contract, addresses, fromBlock, toBlock } = range;
  if (addresses.length === 0 || addresses.length > mostAddresses)
    throw new Error(`asked for ${addresses.length} addresses`);
  const topics = [transferTopic, null, addresses.map(padded)] as const;
  const transactions = await witnesses.transactions({ address: contract, topics, fromBlock, toBlock });
  const wanted = new Set(addresses);
  return transactions
    .flatMap((transaction) => transfersIn(transaction, contract))
    .filter(({ to, amount }) => wanted.has(to) && amount > 0n)
    .sort((a, b) => a.block - b.block || (a.hash < b.hash ? -1 : Number(a.hash > b.hash)) || a.logIndex - b.logIndex);
}

function transfersIn({ status, logs, ...transaction }: Witnessed, contract: Hex): SentTransfer[] {
  if (!status) return [];
  return logs.flatMap((log, logIndex) => {
    if (!isTransfer(log, contract)) return [];
    const [, from, to] = log.topics.map((topic): Hex => `0x${topic.slice(26)}`);
    if (!from || !to) return [];
    const { transactionHash: hash, blockNumber: block, madeAt, from: signer } = transaction;
    return [{ hash, logIndex, block, madeAt, amount: BigInt(log.data), from, to, signer }];
  });
}

/** Three topics and one word: a log of the same name with other fields is another event. */
function isTransfer({ address, topics, data }: NodeLog, contract: Hex): boolean {
  return address === contract && topics[0] === transferTopic && topics.length === 3 && data.length === 66;
}

function padded(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`;
}
