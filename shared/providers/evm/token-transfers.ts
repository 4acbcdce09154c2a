import type { Hex } from 'viem';
import type { TokenTransfer } from '../../ports/token-chain.ts';
import type { NodeLog } from './node.ts';
import type { Witnessed, Witnesses } from './witnesses.ts';

/** `Transfer(address,address,uint256)`, the event of every transfer of a token. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const isNothing = /^0x0*$/;
/** Maximum number of topics that nodes accept in one position. */
const mostAddresses = 1_000;

/** A transfer, with all addresses that took part in it. All addresses are in lower case. */
export interface SentTransfer extends TokenTransfer {
  readonly to: Hex;
  /** The owner of the tokens. */
  readonly from: Hex;
  /** The signer of the transaction, which is not the owner if a contract moved the tokens. */
  readonly signer: Hex;
}

/**
 * Final transfers of a token to some addresses, in order. Only logs of the token's own contract in successful
 * transactions count, and neither the call data nor the recipient of a transaction. Transfers of zero are ignored.
 * @param addresses at most a thousand, in lower case
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
  const filter = { address: contract, topics, fromBlock, toBlock };
  // Anyone can send zero to any address thousands of times, for only the cost of gas, and each receipt would have to be
  // read.
  const transactions = await witnesses.transactions(filter, ({ data }) => !isNothing.test(data));
  const wanted = new Set(addresses);
  return transactions
    .flatMap((transaction) => transfersIn(transaction, contract))
    .filter(({ to, amount }) => wanted.has(to) && amount > 0n)
    .sort((a, b) => a.block - b.block || (a.hash < b.hash ? -1 : Number(a.hash > b.hash)) || a.logIndex - b.logIndex);
}

/** The transfers of a token in a transaction. A failed transaction has none. */
export function transfersIn({ status, logs, ...transaction }: Witnessed, contract: Hex): SentTransfer[] {
  if (!status) return [];
  return logs.flatMap((log, logIndex) => {
    if (!isTransfer(log, contract)) return [];
    const [, from, to] = log.topics.map((topic): Hex => `0x${topic.slice(26)}`);
    if (!from || !to) return [];
    const { transactionHash: hash, blockNumber: block, madeAt, from: signer } = transaction;
    return [{ hash, logIndex, block, madeAt, amount: BigInt(log.data), from, to, signer }];
  });
}

/** `Flushed(bytes32,address,address,uint256)` of `DepositFactory`. */
const flushedTopic = '0xece9fb254f55d4ad173039d565a153771fd7de01c562c9bf19d92380a8a5d1a0';

/** An amount that a factory sent from a deposit address to a treasury. */
export interface Flush {
  readonly token: Hex;
  readonly to: Hex;
  readonly amount: bigint;
}

/** The amounts that a transaction flushed. A failed transaction flushes nothing. */
export function flushesIn({ status, logs }: Witnessed, factory: Hex): Flush[] {
  if (!status) return [];
  return logs.flatMap(({ address, topics, data }) => {
    if (address !== factory.toLowerCase() || topics[0] !== flushedTopic || data.length !== 66) return [];
    const [, , token, to] = topics.map((topic): Hex => `0x${topic.slice(26)}`);
    return token && to ? [{ token, to, amount: BigInt(data) }] : [];
  });
}

/** Three topics and one word. A log with the same name and other fields is a different event. */
function isTransfer({ address, topics, data }: NodeLog, contract: Hex): boolean {
  return address === contract && topics[0] === transferTopic && topics.length === 3 && data.length === 66;
}

function padded(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`;
}
