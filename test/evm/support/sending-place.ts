import type { Abi, Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { depositFactory } from '../../../contracts/deposit-factory.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { systemSleep } from '../../../shared/ground/time/system-time.ts';
import { reachingNodes } from '../../../shared/providers/evm/connection/reach-nodes.ts';
import { depositAddress, depositSalt } from '../../../shared/providers/evm/deposit-contracts.ts';
import { type SendingRules, sendingRules } from '../../../shared/providers/evm/sending/rules.ts';
import type { Sender, SendingRuntime } from '../../../shared/providers/evm/sending/sender.ts';
import { signerPartition } from '../../../shared/providers/evm/sending/signer-row.ts';
import {
  type ChainTransaction,
  ChainTransactionEntity,
} from '../../../shared/providers/evm/sending/transaction-row.ts';
import type { ChainSigner } from '../../../shared/providers/evm/signer/chain-signer.ts';
import { Witnesses } from '../../../shared/providers/evm/witnesses.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { createTestTable, type TestTable } from '../../support/dynamodb.ts';
import { type Chain, startChain } from './chain.ts';

/** A node that mines when it is told to, with a factory and a token. */
export interface FlushableChain extends Omit<Chain, 'factory'> {
  readonly factory: Address;
  readonly treasuries: readonly [Address, Address];
  readonly tokenAt: Address;
  /** Mints tokens for the address of a payout, in a block. */
  pay(payoutId: string, amount: bigint): Promise<void>;
  depositOf(payoutId: string): Address;
  tokensOf(holder: Address): Promise<bigint>;
  call(name: string, ...args: unknown[]): Promise<void>;
  /** Mines what waits, and makes it final. */
  finalize(): Promise<void>;
}

export async function startFlushableChain(): Promise<FlushableChain> {
  const chain = await startChain('--slots-in-an-epoch', '1');
  const [, treasury, secondTreasury] = chain.accounts as [Address, Address, Address];
  const factory = await chain.factory(treasury, secondTreasury);
  const tokenAt = await chain.deploy(chain.token('TestToken'));
  const implementation = await chain.client.readContract({
    address: factory,
    abi: depositFactory.abi,
    functionName: 'implementation',
  });
  const depositOf = (payoutId: string) => depositAddress(factory, implementation, depositSalt(payoutId));
  const { abi } = chain.token('TestToken');
  await chain.send({ to: tokenAt, abi: abi as Abi, name: 'mint', args: [treasury, 1n] });
  await chain.client.mine({ blocks: 4 });
  await chain.client.setAutomine(false);
  async function call(name: string, ...args: unknown[]): Promise<void> {
    await chain.client.setAutomine(true);
    await chain.send({ to: tokenAt, abi: abi as Abi, name, args });
    await chain.client.setAutomine(false);
  }
  return {
    ...chain,
    factory,
    treasuries: [treasury, secondTreasury],
    tokenAt,
    depositOf,
    call,
    pay: (payoutId, amount) => call('mint', depositOf(payoutId), amount),
    tokensOf: (holder) =>
      chain.client.readContract({
        address: tokenAt,
        abi,
        functionName: 'balanceOf',
        args: [holder],
      }) as Promise<bigint>,
    finalize: () => chain.client.mine({ blocks: 4 }),
  };
}

/** A signer with coins, its table, and a clock that stands still. */
export interface SendingPlace {
  readonly runtime: SendingRuntime;
  readonly sender: Sender;
  readonly account: Address;
  readonly privateKey: Hex;
  readonly log: CapturedLog;
  readonly table: TestTable;
  /** Connections that are halted. */
  readonly halted: Set<string>;
  advance(ms: number): void;
  /** Every transaction of the signer, in the order of their nonces. */
  rows(): Promise<ChainTransaction[]>;
}

export async function startSendingPlace(
  chain: FlushableChain,
  options: { readonly nodes?: readonly string[]; readonly rules?: Partial<SendingRules> } = {},
): Promise<SendingPlace> {
  const { nodes: urls = [chain.url], rules } = options;
  const table = await createTestTable();
  const privateKey = generatePrivateKey();
  const { address: account } = privateKeyToAccount(privateKey);
  await chain.client.setBalance({ address: account, value: 10n ** 18n });
  const nodes = reachingNodes({ loopback: true })(urls, 500);
  const sender: Sender = {
    connectionId: 'conn_1',
    chainId: chain.client.chain.id,
    nodes,
    witnesses: new Witnesses(nodes),
    signer: signerOf(privateKey),
    rules: { ...sendingRules.base, ...rules },
  };
  const log = new CapturedLog();
  const halted = new Set<string>();
  let now = Date.now();
  const store = createStore(table);
  const runtime: SendingRuntime = {
    clock: () => now,
    ids: createIds(),
    log: log.log,
    sleep: systemSleep,
    store,
    isHalted: async (connectionId) => halted.has(connectionId),
  };
  const partition = signerPartition({ chainId: sender.chainId, account: account.toLowerCase() });
  return {
    runtime,
    sender,
    account,
    privateKey,
    log,
    table,
    halted,
    advance: (ms) => {
      now += ms;
    },
    rows: async () => [
      ...(await store.range(ChainTransactionEntity, { partition, from: 'NONCE#', to: 'NONCE#~', limit: 100 })).items,
    ],
  };
}

export function signerOf(privateKey: Hex): ChainSigner {
  const { address } = privateKeyToAccount(privateKey);
  return {
    address: async () => address,
    async sign(hash) {
      const { r, s, yParity } = await sign({ hash, privateKey });
      return { r, s, yParity: yParity === 1 ? 1 : 0 };
    },
  };
}
