import { type Address, createClient, getAddress, type Hex, http } from 'viem';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { balanceData } from '../../shared/providers/evm/contract-calls.ts';
import { StartError } from '../process/start-error.ts';
import { anvilCommand } from './anvil-command.ts';

/** The part of a block or receipt that is used here. */
interface Block {
  readonly number: Hex;
}
interface Receipt {
  readonly status: Hex;
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly contractAddress: Address | null;
}

export interface SentTransaction {
  readonly from: Address;
  /** Absent if the transaction deploys a contract. */
  readonly to?: Address;
  readonly data?: Hex;
  /** An amount of the chain's coin, in its smallest unit. */
  readonly value?: bigint;
}

export interface MinedTransaction {
  readonly hash: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  /** The address of the deployed contract. */
  readonly contract: Address | undefined;
}

const answerTimeoutMs = 5_000;
const pollMs = 100;
/** Blocks are mined every second, or when someone sends a transaction. */
const mineWithinMs = 30_000;
/** More than the deployment of a factory needs. Unused gas is not paid for. */
const gas = 3_000_000;
/** By default anvil makes a block final once 64 others follow it. */
const mostBlocksToFinality = 200;
/** Deployer, treasury and second treasury. */
const fewestAccounts = 3;

/**
 * A node of a development chain. It holds the keys of its own accounts and signs for anyone who asks, which no node of
 * a real chain does. Every function throws StartError if the node fails.
 */
export class DevelopmentNode {
  readonly url: string;
  readonly #request: (method: string, params: readonly unknown[]) => Promise<unknown>;

  private constructor(url: string) {
    this.url = url;
    const client = createClient({ transport: http(url, { timeout: answerTimeoutMs, retryCount: 0 }) });
    this.#request = (method, params) => client.request({ method, params } as never);
  }

  /** @throws StartError if no node answers, or one of a chain on which money is real */
  static async reach(url: string): Promise<DevelopmentNode> {
    const node = new DevelopmentNode(url);
    const chainId = await node.chainId().catch(() => undefined);
    if (chainId === undefined || Number.isNaN(chainId))
      throw new StartError(`No chain node answers at ${url}. Start one: ${anvilCommand(url)}`);
    const [known] = Object.entries(knownChains).find(([, { id }]) => id === chainId) ?? [];
    if (known !== undefined)
      throw new StartError(
        `The node at ${url} has the chain id of ${known} (${chainId}). --chain accepts only a development chain.`,
      );
    return node;
  }

  chainId(): Promise<number> {
    return this.#request('eth_chainId', []).then(Number);
  }

  /** The accounts that the node signs for. */
  async accounts(): Promise<readonly [Address, Address, Address]> {
    const accounts = (await this.#asked('eth_accounts', [])) as Address[];
    const [faucet, treasury, second] = accounts.map((account) => getAddress(account));
    if (faucet && treasury && second) return [faucet, treasury, second];
    throw new StartError(
      `The node at ${this.url} signs for ${accounts.length} accounts, but ${fewestAccounts} are needed. Start another one: ${anvilCommand(this.url)}`,
    );
  }

  async hasBlock(hash: Hex): Promise<boolean> {
    return (await this.#asked('eth_getBlockByHash', [hash, false])) !== null;
  }

  /** The number of the last final block; -1 if there is none. */
  finalBlock(): Promise<number> {
    return this.#block('finalized');
  }

  /** The number of the newest block. */
  latestBlock(): Promise<number> {
    return this.#block('latest');
  }

  /** The balance of an address in a token, in minor units. */
  async tokensOf(token: Address, holder: Address): Promise<bigint> {
    return BigInt(await this.call(token, balanceData(holder)));
  }

  /** Calls a contract at the latest block. */
  call(to: Address, data: Hex): Promise<Hex> {
    return this.#asked('eth_call', [{ to, data }, 'latest']) as Promise<Hex>;
  }

  /**
   * Sends a transaction and waits until it is in a block.
   * @throws StartError if it fails
   */
  async send({ value, ...transaction }: SentTransaction): Promise<MinedTransaction> {
    const sent = { ...transaction, gas: quantity(gas), ...(value !== undefined && { value: quantity(value) }) };
    const hash = (await this.#asked('eth_sendTransaction', [sent])) as Hex;
    await this.#mine();
    const receipt = await this.#receipt(hash);
    if (receipt.status !== '0x1') throw new StartError(`The transaction ${hash} failed at ${this.url}.`);
    const contract = receipt.contractAddress ? getAddress(receipt.contractAddress) : undefined;
    return { hash, block: Number(receipt.blockNumber), blockHash: receipt.blockHash, contract };
  }

  /** Makes a block final. Development nodes mine blocks on request; others mine them soon enough. */
  async finalize(block: number): Promise<void> {
    for (let mined = 0; mined < mostBlocksToFinality; mined += 1) {
      if ((await this.finalBlock()) >= block) return;
      if (!(await this.#mine())) break;
    }
    for (const until = Date.now() + mineWithinMs; Date.now() < until; await pause()) {
      if ((await this.finalBlock()) >= block) return;
    }
    throw new StartError(
      `The node at ${this.url} does not finalize blocks. Start another one: ${anvilCommand(this.url)}`,
    );
  }

  async #block(tag: 'finalized' | 'latest'): Promise<number> {
    const block = (await this.#asked('eth_getBlockByNumber', [tag, false])) as Block | null;
    return block ? Number(block.number) : -1;
  }

  async #receipt(hash: Hex): Promise<Receipt> {
    for (const until = Date.now() + mineWithinMs; Date.now() < until; await pause()) {
      const receipt = (await this.#asked('eth_getTransactionReceipt', [hash])) as Receipt | null;
      if (receipt) return receipt;
    }
    throw new StartError(`The node at ${this.url} does not add transactions to blocks.`);
  }

  /** @returns whether the node mines blocks on request */
  #mine(): Promise<boolean> {
    return this.#request('evm_mine', []).then(
      () => true,
      () => false,
    );
  }

  async #asked(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#request(method, params);
    } catch (error) {
      const reason = error instanceof Error && 'shortMessage' in error ? error.shortMessage : error;
      throw new StartError(`The node at ${this.url} did not answer ${method}: ${String(reason)}`);
    }
  }
}

function quantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pollMs));
}
