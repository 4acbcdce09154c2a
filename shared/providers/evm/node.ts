import { createClient, type Hex, HttpRequestError, http, TimeoutError } from 'viem';
import * as z from 'zod';
import type { GuardedFetch } from '../../ground/network/guarded-fetch.ts';
import { describeFailure } from '../../ground/network/send-error.ts';

const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/)
  .transform((digits) => BigInt(digits));
/** Numbers of blocks and logs, and times in seconds, fit a double. */
const Count = Quantity.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER), 'is too large').transform(Number);
const bytes = (count: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${2 * count}}$`, 'i'))
    .transform((digits) => digits.toLowerCase() as Hex);

const Hash = bytes(32);

/** What a contract is or answers: code has 24,576 bytes at most. */
const Bytes = z
  .string()
  .max(65_538)
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((digits) => digits.toLowerCase() as Hex);

const Block = z
  .object({ number: Count, hash: bytes(32), timestamp: Count })
  .transform(({ number, hash, timestamp }) => ({ number, hash, madeAt: timestamp * 1000 }));

const LogData = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((data) => data.toLowerCase());

const Log = z.object({ address: bytes(20), topics: z.array(bytes(32)).max(4), data: LogData });

const FoundLog = z.object({ transactionHash: bytes(32), blockNumber: Count, data: LogData });

const Receipt = z.object({
  transactionHash: bytes(32),
  blockHash: bytes(32),
  blockNumber: Count,
  from: bytes(20),
  status: z.enum(['0x0', '0x1']).transform((status) => status === '0x1'),
  logs: z.array(Log),
});

const FeeHistory = z
  .object({ baseFeePerGas: z.array(Quantity).min(2), reward: z.array(z.array(Quantity).length(1)).min(1) })
  .transform(({ baseFeePerGas, reward }) => ({
    baseFee: baseFeePerGas.at(-1) ?? 0n,
    tips: reward.flat(),
  }));

/** What transactions pay for each unit of gas, in wei. */
export type NodeFees = z.infer<typeof FeeHistory>;

/** A block as reported by a node. */
export type NodeBlock = z.infer<typeof Block>;
export type NodeReceipt = z.infer<typeof Receipt>;
export type NodeLog = z.infer<typeof Log>;
/** A log in a node's list, which proves nothing. */
export type FoundLog = z.infer<typeof FoundLog>;

/** Selects the logs of one contract with these topics. */
export interface LogFilter {
  readonly address: Hex;
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
  readonly fromBlock: number;
  readonly toBlock: number;
}

/** A node did not answer in time, or its answer was invalid. Its later answers may still be right. */
export class NodeFailed extends Error {
  override readonly name: string = 'NodeFailed';
}

/** A node refused to answer, for example because the request was too large. */
export class NodeRefused extends NodeFailed {
  override readonly name = 'NodeRefused';
}

/**
 * One EVM node, accessed by JSON-RPC. No answer of a single node is trusted, and every answer is parsed before it is
 * used. Every function throws NodeFailed.
 */
export class EvmNode {
  readonly name: string;
  readonly #request: (method: string, params: readonly unknown[]) => Promise<unknown>;

  /**
   * @param timeoutMs for one answer; its body may have ten megabytes
   * @param post makes the requests, and decides which addresses are allowed
   */
  constructor(url: string, timeoutMs: number, post: GuardedFetch) {
    // The part after the host may be a key.
    this.name = new URL(url).host;
    const fetchFn = (to: unknown, init: unknown) => post(String(to), init as Parameters<GuardedFetch>[1]);
    const transport = http(url, { timeout: timeoutMs, retryCount: 0, fetchFn });
    const client = createClient({ transport });
    this.#request = (method, params) => client.request({ method, params } as never);
  }

  /**
   * @param wanted a number, or a block tag of the node
   * @returns undefined if the node has no such block
   */
  block(wanted: number | 'latest' | 'finalized'): Promise<NodeBlock | undefined> {
    const named = typeof wanted === 'number' ? quantity(wanted) : wanted;
    return this.#ask('eth_getBlockByNumber', [named, false], Block.nullable()).then((block) => block ?? undefined);
  }

  /** The transactions that have such logs, according to the node. Their receipts show the logs. */
  logs({ fromBlock, toBlock, ...filter }: LogFilter): Promise<FoundLog[]> {
    const range = { ...filter, fromBlock: quantity(fromBlock), toBlock: quantity(toBlock) };
    return this.#ask('eth_getLogs', [range], z.array(FoundLog));
  }

  /** @returns undefined if the node knows no such mined transaction */
  receipt(hash: Hex): Promise<NodeReceipt | undefined> {
    return this.#ask('eth_getTransactionReceipt', [hash], Receipt.nullable()).then((receipt) => receipt ?? undefined);
  }

  /** The id of the chain. */
  chainId(): Promise<number> {
    return this.#ask('eth_chainId', [], Count);
  }

  /** The code of an address at a block that the node must still count as canonical; `0x` where there is none. */
  code(address: Hex, blockHash: Hex): Promise<Hex> {
    return this.#ask('eth_getCode', [address, canonical(blockHash)], Bytes);
  }

  /**
   * Calls a contract in the state of a block that the node must still count as canonical.
   * @returns its answer, in bytes
   */
  call(contract: Hex, data: Hex, blockHash: Hex): Promise<Hex> {
    return this.#ask('eth_call', [{ to: contract, data }, canonical(blockHash)], Bytes);
  }

  /**
   * Whether a contract refuses a call from an account. The call changes nothing.
   * @throws NodeFailed also if the node refuses to answer, which says nothing about the contract
   */
  async reverts(from: Hex, contract: Hex, data: Hex, blockHash: Hex): Promise<boolean> {
    const params = [{ from, to: contract, data }, canonical(blockHash)];
    const answer = await this.#request('eth_call', params).catch((error: unknown) => {
      if (isRevert(error)) return reverted;
      throw this.#failure('eth_call', error);
    });
    if (answer === reverted) return true;
    if (Bytes.safeParse(answer).success) return false;
    throw new NodeFailed(`${this.name} answered eth_call as no node does`);
  }

  /**
   * The number of transactions of an account that are in blocks, which is its next nonce.
   * @param blockHash of a block that the node must still count as canonical; the newest one when absent
   */
  transactionCount(account: Hex, blockHash?: Hex): Promise<number> {
    const at = blockHash ? canonical(blockHash) : 'latest';
    return this.#ask('eth_getTransactionCount', [account, at], Count);
  }

  /** The balance of an account in the chain's own coin in the newest block, in wei. */
  balance(account: Hex): Promise<bigint> {
    return this.#ask('eth_getBalance', [account, 'latest'], Quantity);
  }

  /** The base fee of the next block, and the median tips (by gas) of the last blocks, the oldest first. */
  fees(): Promise<NodeFees> {
    return this.#ask('eth_feeHistory', [quantity(blocksOfFees), 'latest', [50]], FeeHistory);
  }

  /**
   * Sends a signed transaction to the node, which broadcasts it. A refusal is not conclusive, because a transaction
   * that the node already has is refused as well.
   * @returns its hash, according to the node
   */
  send(bytes: Hex): Promise<Hex> {
    return this.#ask('eth_sendRawTransaction', [bytes], Hash);
  }

  /**
   * Runs code as the constructor of a contract, at a block that the node must still count as canonical. It changes
   * nothing.
   * @returns what the constructor returns as the contract's code, at most as long as code can be
   */
  run(code: Hex, blockHash: Hex): Promise<Hex> {
    return this.#ask('eth_call', [{ data: code, gas: quantity(gasOfRun) }, canonical(blockHash)], Bytes);
  }

  async #ask<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T> {
    const answer = await this.#request(method, params).catch((error: unknown) => {
      throw this.#failure(method, error);
    });
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new NodeFailed(`${this.name} answered ${method} as no node does`, { cause: parsed.error });
  }

  #failure(method: string, error: unknown): NodeFailed {
    if (isSilence(error)) return new NodeFailed(`${this.name} did not answer ${method}: ${silenceOf(error)}`);
    return new NodeRefused(`${this.name} refused ${method}: ${reasonOf(error)}`);
  }
}

const reverted = Symbol('reverted');

/**
 * Geth, Reth and Erigon answer 3. Nethermind answers -32000 or -32015, which it also uses for other errors. The rest of
 * its answer decides: the bytes that the contract returned, or the word itself.
 */
function isRevert(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === 3) return true;
  const { data, details } = { ...error, ...(error.cause as object) } as { data?: unknown; details?: unknown };
  return Bytes.safeParse(data).success || /revert/i.test(`${details}`);
}

/** Set explicitly, because the default differs between nodes. It is below the maximum of one transaction (EIP-7825). */
const gasOfRun = 16_000_000;

/** The number of blocks whose tips are read. */
const blocksOfFees = 10;

/**
 * The original error is discarded, because it contains the whole URL with its key, and the node's text may contain the
 * key as well.
 */
function reasonOf(error: unknown): string {
  if (error instanceof HttpRequestError) return `${error.status}`;
  const isNumbered = error instanceof Error && 'code' in error && Number.isSafeInteger(error.code);
  return isNumbered ? `${error.code}` : 'not by JSON-RPC';
}

function isSilence(error: unknown): error is TimeoutError | HttpRequestError {
  return error instanceof TimeoutError || (error instanceof HttpRequestError && error.status === undefined);
}

function silenceOf(error: TimeoutError | HttpRequestError): string {
  return error instanceof TimeoutError ? 'it took too long' : describeFailure(error.cause);
}

/** Selects a block by its hash, only while it is part of the chain (EIP-1898). */
function canonical(blockHash: Hex) {
  return { blockHash, requireCanonical: true };
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}
