import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abi, type Address, type Hex, parseEventLogs } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { payoutVault } from '../../../contracts/payout-vault.ts';
import type { CompiledContract } from '../../../scripts/contracts/compile.ts';
import { ConnectionEntity, connectionRef } from '../../../shared/connections/connection.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import type { Store } from '../../../shared/ground/table/store.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import { vaultSlot } from '../../../shared/ports/connections.ts';
import type { PayoutInstruction, PayoutRail, RailStatus } from '../../../shared/ports/payout-rail.ts';
import type { VaultPayer } from '../../../shared/ports/runtime.ts';
import type { Chains } from '../../../shared/providers/evm/chains.ts';
import { createKey } from '../../../shared/providers/evm/signer/key-file.ts';
import { routedVaults } from '../../../shared/providers/evm/vault/paying/routed-vaults.ts';
import { vaultRail } from '../../../shared/providers/vault/vault-rail.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { createTestTable, type TestTable } from '../../support/dynamodb.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';
import { type Chain, type Sent, startChain } from './chain.ts';

/** A node that mines when it is told to, with a dollar. The clock of tests goes with its blocks. */
export interface VaultChain extends Chain {
  readonly chains: Chains;
  readonly dollar: Address;
  now(): number;
  /** Lets time pass, for the service and for the blocks that come. */
  advance(ms: number): Promise<void>;
  /** Sends by one of the node's accounts, and mines it. */
  act(call: Parameters<Chain['send']>[0], from?: Address): Promise<Sent>;
  onDollar(name: string, ...args: unknown[]): Promise<Sent>;
  /** What the issuer of the dollar does in the next block, before everything that waits. */
  onDollarFirst(name: string, ...args: unknown[]): Promise<void>;
  balanceOf(holder: Address): Promise<bigint>;
  /** Mines what waits, in one block that is not final. */
  mine(): Promise<void>;
  /** Mines what waits, and makes it final. */
  finalize(): Promise<void>;
}

export async function startVaultChain(): Promise<VaultChain> {
  const chain = await startChain('--slots-in-an-epoch', '1');
  const dollar = await chain.deploy(chain.token('TestToken'));
  const { abi } = chain.token('TestToken');
  let passed = 0;
  await chain.client.setAutomine(false);
  async function act(call: Parameters<Chain['send']>[0], from?: Address): Promise<Sent> {
    await chain.client.setAutomine(true);
    const sent = await chain.send(call, from ? { from } : {});
    await chain.client.setAutomine(false);
    return sent;
  }
  return {
    ...chain,
    chains: {
      development: { id: chain.client.chain.id, tokens: [{ name: 'USDC', contract: dollar, isIssued: true }] },
    },
    dollar,
    now: () => Date.now() + passed,
    async advance(ms) {
      passed += ms;
      await chain.client.increaseTime({ seconds: ms / 1000 });
    },
    act,
    onDollar: (name, ...args) => act({ to: dollar, abi: abi as Abi, name, args }),
    async onDollarFirst(functionName, ...args) {
      const [account] = chain.accounts as [Address];
      const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 12n };
      const call = { address: dollar, abi: abi as Abi, functionName, args, account, gas: 200_000n, ...fees };
      await chain.client.writeContract(call);
    },
    balanceOf: (holder) =>
      chain.client.readContract({ address: dollar, abi, functionName: 'balanceOf', args: [holder] }) as Promise<bigint>,
    mine: () => chain.client.mine({ blocks: 1 }),
    finalize: () => chain.client.mine({ blocks: 4 }),
  };
}

export interface Wanted {
  readonly to: Address;
  /** Cents. */
  readonly amount?: bigint;
}

/** What is in a `Paid` log. */
export interface PaidLog {
  readonly to: Address;
  readonly amount: bigint;
}

/** A vault with money, its connection, and an organization that names it. */
export class VaultPlace {
  readonly connectionId = 'conn_vault';
  readonly log = new CapturedLog();
  readonly chain: VaultChain;
  readonly signer: PrivateKeyAccount;
  readonly vault: Address;
  readonly owner: Address;
  /** The second table, which no restore touches. */
  readonly memory: TestTable;
  /** The payments table. */
  service: TestService;
  of: TestOrganization;
  /** Addresses of nodes. */
  readonly nodes: string[];
  readonly #folder: string;
  readonly #wanted = new Map<string, PayoutInstruction>();

  private constructor(made: {
    chain: VaultChain;
    signer: PrivateKeyAccount;
    vault: Address;
    owner: Address;
    memory: TestTable;
    service: TestService;
    of: TestOrganization;
    nodes: string[];
    folder: string;
  }) {
    this.chain = made.chain;
    this.signer = made.signer;
    this.vault = made.vault;
    this.owner = made.owner;
    this.memory = made.memory;
    this.service = made.service;
    this.of = made.of;
    this.nodes = made.nodes;
    this.#folder = made.folder;
  }

  /** @param money of the vault, and what it may pay in a day: cents */
  static async start(
    chain: VaultChain,
    options: { readonly money?: bigint; readonly limit?: bigint; readonly nodes?: string[] } = {},
  ): Promise<VaultPlace> {
    const { money = 100_000_00n, limit = 100_000_00n, nodes = [chain.url] } = options;
    const folder = mkdtempSync(join(tmpdir(), 'sluice-vault-rail-'));
    const signer = createKey(join(folder, 'signer.key'));
    const [owner] = chain.accounts as [Address];
    await chain.client.setAutomine(true);
    const vault = await chain.deploy(payoutVault as unknown as CompiledContract, owner, signer.address);
    await chain.client.setAutomine(false);
    await chain.client.setBalance({ address: signer.address, value: 10n ** 18n });
    const memory = await createTestTable();
    const { service, of } = await serviceWith(chain, vault, 'conn_vault');
    const place = new VaultPlace({ chain, signer, vault, owner, memory, service, of, nodes, folder });
    await place.govern('setLimit', chain.dollar, inToken(limit));
    if (money > 0n) await chain.onDollar('mint', vault, inToken(money));
    await chain.finalize();
    return place;
  }

  /** What a restore to before everything leaves: another payments table, with the same organization. */
  async losePayments(): Promise<void> {
    const { service, of } = await serviceWith(this.chain, this.vault, this.connectionId);
    this.service = service;
    this.of = of;
  }

  get keyFile(): string {
    return join(this.#folder, 'signer.key');
  }

  get store(): Store {
    return this.service.runtime.store;
  }

  rail(store = this.store): PayoutRail {
    const { ids, sleep } = this.service.runtime;
    return vaultRail({ store, memory: createStore(this.memory), ids, sleep, chains: this.chain.chains });
  }

  /** The worker's port, as another process has it. */
  payer(): VaultPayer {
    const { ids, sleep } = this.service.runtime;
    const credentials = JSON.stringify({ nodes: this.nodes, signer: this.keyFile });
    return routedVaults({
      store: this.store,
      memory: createStore(this.memory),
      ids,
      sleep,
      log: this.log.log,
      clock: this.chain.now,
      secrets: { open: async () => credentials },
      loopback: true,
      chains: this.chain.chains,
    });
  }

  step(): ReturnType<VaultPayer['pay']> {
    return this.payer().pay(this.connectionId, 0);
  }

  /** Steps until nothing is open, with every transaction mined and final at once. @returns how many steps it took */
  async steps(most = 10): Promise<number> {
    for (let count = 1; count <= most; count += 1) {
      const report = await this.step();
      await this.chain.finalize();
      if (report?.open === 0) return count;
    }
    throw new Error(`payments are open after ${most} steps`);
  }

  instruction(key: string, { to, amount = 5_00n }: Wanted): PayoutInstruction {
    return {
      key,
      corridorId: 'usd_wallet_development_usdc',
      destinationAmount: amount,
      destinationCurrency: 'USD',
      recipientName: 'Ana Souza',
      recipientDetails: { token: 'USDC', chain: 'development', address: to },
      acceptedAt: this.chain.now(),
      organizationId: this.of.organizationId,
      connectionId: this.connectionId,
      memo: '{}',
    };
  }

  submit(key: string, wanted: Wanted): Promise<RailStatus> {
    const instruction = this.#wanted.get(key) ?? this.instruction(key, wanted);
    this.#wanted.set(key, instruction);
    return this.rail().submit(instruction, this.chain.now());
  }

  status(key: string): Promise<RailStatus> {
    return this.rail().status(this.#wanted.get(key) as PayoutInstruction, this.chain.now());
  }

  /** What the owner of the vault does. */
  govern(name: string, ...args: unknown[]): Promise<Sent> {
    return this.chain.act({ to: this.vault, abi: payoutVault.abi as Abi, name, args }, this.owner);
  }

  /** Every `Paid` log of the vault that is on the chain. */
  async paid(): Promise<PaidLog[]> {
    const logs = await this.chain.client.getLogs({ address: this.vault, fromBlock: 0n });
    return parseEventLogs({ abi: payoutVault.abi, eventName: 'Paid', logs }).map(({ args: { to, amount } }) => ({
      to,
      amount,
    }));
  }

  /** Bytes of transactions of the signer that wait to be mined. */
  async waiting(): Promise<Hex[]> {
    const { pending } = (await this.chain.client.getTxpoolContent()) as {
      pending: Record<string, Record<string, { hash: Hex }>>;
    };
    const own = Object.entries(pending).find(
      ([account]) => account.toLowerCase() === this.signer.address.toLowerCase(),
    );
    return Object.values(own?.[1] ?? {}).map(({ hash }) => hash);
  }

  /** Has the node forget what waits to be mined, as nodes do. */
  async dropWaiting(): Promise<void> {
    for (const hash of await this.waiting()) await this.chain.client.dropTransaction({ hash });
  }

  async halt(haltedAt: string | undefined): Promise<void> {
    const row = await this.store.get(connectionRef(this.connectionId));
    if (!row) throw new Error('no connection');
    const { haltedAt: _, ...others } = row;
    await this.store.put(ConnectionEntity, { ...others, ...(haltedAt !== undefined && { haltedAt }) });
  }

  stop(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** The account of somebody new. */
export function newPayee(number: number): Address {
  return `0x${'7'.repeat(20)}${`${number}`.padStart(20, '0')}`;
}

/** Cents in minor units of the dollar. */
export function inToken(cents: bigint): bigint {
  return cents * 10_000n;
}

async function serviceWith(chain: VaultChain, vault: Address, connectionId: string) {
  const service = await TestService.start();
  service.clock.now = chain.now();
  const of = await service.organization('live');
  const { store } = service.runtime;
  await decideAndCommit(service.runtime, {
    organizationId: of.organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      draft.changeOrganization({ ...organization, connections: { [vaultSlot('development')]: connectionId } });
      return { reply: { status: 200, body: undefined } };
    },
  });
  await store.put(ConnectionEntity, {
    connectionId,
    version: 1,
    provider: 'evm-vault',
    port: 'vault',
    mode: 'live',
    slot: vaultSlot('development'),
    settings: JSON.stringify({ chain: 'development', vault }),
    sealed: 'sealed',
    account: JSON.stringify({ chainId: chain.client.chain.id, vault, vaultCodeHash: '0x' }),
    hosts: [],
    createdAt: new Date(0).toISOString(),
  });
  return { service, of };
}
