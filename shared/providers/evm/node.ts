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

/** A block as a node has it. */
export type NodeBlock = z.infer<typeof Block>;
export type NodeReceipt = z.infer<typeof Receipt>;
export type NodeLog = z.infer<typeof Log>;
/** A log as a list has it, which proves nothing. */
export type FoundLog = z.infer<typeof FoundLog>;

/** Logs that a node is asked for: of one contract, with these topics. */
export interface LogFilter {
  readonly address: Hex;
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
  readonly fromBlock: number;
  readonly toBlock: number;
}

/** A node did not answer in time, or answered what no node may answer. It may still be right in all that it says later. */
export class NodeFailed extends Error {
  override readonly name: string = 'NodeFailed';
}

/** A node refused to answer, which it does where too much is asked at once. */
export class NodeRefused extends NodeFailed {
  override readonly name = 'NodeRefused';
}

/**
 * One EVM node, asked by JSON-RPC. Nothing that it says is believed by itself, and every answer is parsed before it is used.
 * Every function throws NodeFailed.
 */
export class EvmNode {
  readonly name: string;
  readonly #request: (method: string, params: readonly unknown[]) => Promise<unknown>;

  /**
   * @param timeoutMs for one answer; its body may have ten megabytes
   * @param post makes the requests: it decides which addresses may be reached
   */
  constructor(url: string, timeoutMs: number, post: GuardedFetch) {
    // What follows the host may be a key.
    this.name = new URL(url).host;
    const fetchFn = (to: unknown, init: unknown) => post(String(to), init as Parameters<GuardedFetch>[1]);
    const transport = http(url, { timeout: timeoutMs, retryCount: 0, fetchFn });
    const client = createClient({ transport });
    this.#request = (method, params) => client.request({ method, params } as never);
  }

  /** @param wanted a number, or what the node takes for it. @returns undefined where the node has no such block */
  block(wanted: number | 'latest' | 'finalized'): Promise<NodeBlock | undefined> {
    const named = typeof wanted === 'number' ? quantity(wanted) : wanted;
    return this.#ask('eth_getBlockByNumber', [named, false], Block.nullable()).then((block) => block ?? undefined);
  }

  /** The transactions that a node says have such logs. What the logs are is for receipts to say. */
  logs({ fromBlock, toBlock, ...filter }: LogFilter): Promise<FoundLog[]> {
    const range = { ...filter, fromBlock: quantity(fromBlock), toBlock: quantity(toBlock) };
    return this.#ask('eth_getLogs', [range], z.array(FoundLog));
  }

  /** @returns undefined where the node knows no such mined transaction */
  receipt(hash: Hex): Promise<NodeReceipt | undefined> {
    return this.#ask('eth_getTransactionReceipt', [hash], Receipt.nullable()).then((receipt) => receipt ?? undefined);
  }

  /** The number by which the chain is known. */
  chainId(): Promise<number> {
    return this.#ask('eth_chainId', [], Count);
  }

  /** The code of an address at a block that the node must still count as canonical; `0x` where there is none. */
  code(address: Hex, blockHash: Hex): Promise<Hex> {
    return this.#ask('eth_getCode', [address, canonical(blockHash)], Bytes);
  }

  /** Calls a contract as it was at a block that the node must still count as canonical. @returns what it answers, in bytes */
  call(contract: Hex, data: Hex, blockHash: Hex): Promise<Hex> {
    return this.#ask('eth_call', [{ to: contract, data }, canonical(blockHash)], Bytes);
  }

  /**
   * Whether a contract refuses a call that an account makes. Nothing is changed by it.
   * @throws NodeFailed also where the node refuses to answer, which says nothing about the contract
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
   * How many transactions of an account are in blocks, which is the nonce of its next one.
   * @param blockHash of a block that the node must still count as canonical; the newest one when absent
   */
  transactionCount(account: Hex, blockHash?: Hex): Promise<number> {
    const at = blockHash ? canonical(blockHash) : 'latest';
    return this.#ask('eth_getTransactionCount', [account, at], Count);
  }

  /** What an account has of the chain's own coin in the newest block, in wei. */
  balance(account: Hex): Promise<bigint> {
    return this.#ask('eth_getBalance', [account, 'latest'], Quantity);
  }

  /** The base fee of the next block, and the tips that half of the gas of each of the last blocks paid less than, the oldest first. */
  fees(): Promise<NodeFees> {
    return this.#ask('eth_feeHistory', [quantity(blocksOfFees), 'latest', [50]], FeeHistory);
  }

  /**
   * Takes a signed transaction and passes it on. A refusal says little: a transaction that the node has already is refused, too.
   * @returns its hash, as the node says it
   */
  send(bytes: Hex): Promise<Hex> {
    return this.#ask('eth_sendRawTransaction', [bytes], Hash);
  }

  /**
   * Runs code as that of a contract under construction, at a block that the node must still count as canonical. Nothing is changed by it.
   * @returns what it returns in place of the contract's code, at most as much as code may have
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
 * Geth, Reth and Erigon answer 3. Nethermind answers -32000 or -32015, which it also uses for other errors, so what it adds decides: the bytes that the
 * contract has returned, or the word itself.
 */
function isRevert(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === 3) return true;
  const { data, details } = { ...error, ...(error.cause as object) } as { data?: unknown; details?: unknown };
  return Bytes.safeParse(data).success || /revert/i.test(`${details}`);
}

/** Set explicitly, because the default differs between nodes. It is below the maximum of one transaction (EIP-7825). */
const gasOfRun = 16_000_000;

/** Blocks whose tips are asked for. */
const blocksOfFees = 10;

/** The error itself is kept by nobody: it contains the whole URL, and with it a key, and so may whatever the node has written. */
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

/** A block by its hash, and only while it is part of the chain (EIP-1898). */
function canonical(blockHash: Hex) {
  return { blockHash, requireCanonical: true };
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}
