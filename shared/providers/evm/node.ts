import { createClient, type Hex, HttpRequestError, http, TimeoutError } from 'viem';
import * as z from 'zod';

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

const Block = z
  .object({ number: Count, hash: bytes(32), timestamp: Count })
  .transform(({ number, hash, timestamp }) => ({ number, hash, madeAt: timestamp * 1000 }));

const Log = z.object({
  address: bytes(20),
  topics: z.array(bytes(32)).max(4),
  data: z
    .string()
    .regex(/^0x([0-9a-f]{2})*$/i)
    .transform((data) => data.toLowerCase()),
});

const FoundLog = z.object({ transactionHash: bytes(32), blockNumber: Count });

const Receipt = z.object({
  transactionHash: bytes(32),
  blockHash: bytes(32),
  blockNumber: Count,
  from: bytes(20),
  status: z.enum(['0x0', '0x1']).transform((status) => status === '0x1'),
  logs: z.array(Log),
});

/** A block as a node has it. */
export type NodeBlock = z.infer<typeof Block>;
export type NodeReceipt = z.infer<typeof Receipt>;
export type NodeLog = z.infer<typeof Log>;

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

  /** @param timeoutMs for one answer; its body may have ten megabytes */
  constructor(url: string, timeoutMs: number) {
    // What follows the host may be a key.
    this.name = new URL(url).host;
    const transport = http(url, { timeout: timeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } });
    const client = createClient({ transport });
    this.#request = (method, params) => client.request({ method, params } as never);
  }

  /** @param wanted a number, or what the node takes for it. @returns undefined where the node has no such block */
  block(wanted: number | 'latest' | 'finalized'): Promise<NodeBlock | undefined> {
    const named = typeof wanted === 'number' ? quantity(wanted) : wanted;
    return this.#ask('eth_getBlockByNumber', [named, false], Block.nullable()).then((block) => block ?? undefined);
  }

  /** The transactions that a node says have such logs. What the logs are is for receipts to say. */
  logs({ fromBlock, toBlock, ...filter }: LogFilter): Promise<{ transactionHash: Hex; blockNumber: number }[]> {
    const range = { ...filter, fromBlock: quantity(fromBlock), toBlock: quantity(toBlock) };
    return this.#ask('eth_getLogs', [range], z.array(FoundLog));
  }

  /** @returns undefined where the node knows no such mined transaction */
  receipt(hash: Hex): Promise<NodeReceipt | undefined> {
    return this.#ask('eth_getTransactionReceipt', [hash], Receipt.nullable()).then((receipt) => receipt ?? undefined);
  }

  /** Calls a contract as it was at a block that the node must still count as canonical. @returns what it answers, in bytes */
  call(contract: Hex, data: Hex, blockHash: Hex): Promise<Hex> {
    const block = { blockHash, requireCanonical: true };
    const answer = z
      .string()
      .regex(/^0x([0-9a-f]{2})*$/i)
      .max(65_538);
    return this.#ask('eth_call', [{ to: contract, data }, block], answer).then((bytes) => bytes as Hex);
  }

  async #ask<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T> {
    const answer = await this.#request(method, params).catch((error: unknown) => {
      if (isSilence(error)) throw new NodeFailed(`${this.name} did not answer ${method}`);
      throw new NodeRefused(`${this.name} refused ${method}: ${reasonOf(error)}`);
    });
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new NodeFailed(`${this.name} answered ${method} as no node does`, { cause: parsed.error });
  }
}

/** The error itself is kept by nobody: it contains the whole URL, and with it a key, and so may whatever the node has written. */
function reasonOf(error: unknown): string {
  if (error instanceof HttpRequestError) return `${error.status}`;
  return error instanceof Error && 'code' in error ? `${error.code}` : 'not by JSON-RPC';
}

function isSilence(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof HttpRequestError && error.status === undefined);
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}
