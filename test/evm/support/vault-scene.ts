import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abi, type Address, getAddress, parseEther } from 'viem';
import { payoutVault } from '../../../contracts/payout-vault.ts';
import { ringCredentials, sealWithRing } from '../../../local/secrets/ring-credentials.ts';
import type { CompiledContract } from '../../../scripts/contracts/compile.ts';
import { vaultWork } from '../../../shared/connections/vault-work.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import type { Rails, WholeRuntime } from '../../../shared/ports/runtime.ts';
import { connectionKinds } from '../../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../../shared/providers/connection-trials.ts';
import { knownChains } from '../../../shared/providers/evm/chains.ts';
import { lateNames } from '../../../shared/providers/evm/late-names.ts';
import { lateVaults } from '../../../shared/providers/evm/late-vaults.ts';
import { createKey, readKey } from '../../../shared/providers/evm/signer/key-file.ts';
import { vaultRail as railName } from '../../../shared/providers/evm/vault/corridors.ts';
import { type VaultPayment, vaultPaymentRef } from '../../../shared/providers/records/vault-payment.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { vaultRegistration } from '../../../shared/providers/vault/catalog.ts';
import { vaultRail } from '../../../shared/providers/vault/vault-rail.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { agreed } from '../../support/connections.ts';
import { createTestTable, type TestTable } from '../../support/dynamodb.ts';
import { type Intercept, wrap } from '../../support/faults.ts';
import { bodyOf, deliver, fund, type TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { testKeys } from '../../support/secrets.ts';
import { TestService } from '../../support/service.ts';
import { type ConnectableChain, startConnectableChain } from './connectable-chain.ts';
import { startTamperingNode, type TamperingNode } from './tampering-node.ts';

const [{ contract: usdc }] = knownChains.base.tokens;
const ring = { sealingKeys: testKeys() };
const secrets = ringCredentials(ring);
const reason = 'as agreed';

/** A node taken for one of Base, beside one that lies when it is told to. */
export interface VaultChain extends ConnectableChain {
  readonly liar: TamperingNode;
  readonly folder: string;
}

export async function startVaultChain(): Promise<VaultChain> {
  const chain = await startConnectableChain();
  const liar = await startTamperingNode(chain.url);
  const folder = mkdtempSync(join(tmpdir(), 'sluice-vault-rail-'));
  const stop = async () => {
    rmSync(folder, { recursive: true });
    liar.stop();
    await chain.stop();
  };
  return { ...chain, liar, folder, stop };
}

let serial = 0;

/** A live organization whose payouts to wallets go by a vault on Base, with the service's own workers. */
export class VaultScene {
  readonly log = new CapturedLog();
  readonly chain: VaultChain;
  readonly owner: Address;
  /** What no restore touches. */
  readonly memory: TestTable;
  signer!: string;
  vault!: Address;
  service!: TestService;
  of!: TestOrganization;
  connectionId!: string;
  /** Every connection that was made, the newest last. */
  readonly connected: string[] = [];

  private constructor(chain: VaultChain, memory: TestTable) {
    this.chain = chain;
    this.owner = chain.accounts[0] as Address;
    this.memory = memory;
  }

  static async start(chain: VaultChain): Promise<VaultScene> {
    const scene = new VaultScene(chain, await createTestTable());
    await scene.deployVault();
    const place = { clock: Date.now, loopback: true };
    scene.service = await TestService.start({
      connections: connectionTrials(secrets, place, connectionKinds),
      wallets: { faultOf: async () => undefined },
      rateLimitOverride: 100_000,
      log: scene.log.log,
    });
    Object.assign(scene.service.runtime, scene.ports(scene.service.runtime));
    // An earlier test may have left the chain ahead of this machine.
    const { timestamp } = await chain.client.getBlock();
    scene.service.clock.now = Math.max(Date.now(), Number(timestamp) * 1000);
    await scene.finalize();
    scene.of = await scene.service.organization('live');
    await performed(scene.service, 'verify', { organizationId: scene.of.organizationId, verified: true });
    await fund(scene.service, scene.of, '5000.00');
    await scene.connect();
    return scene;
  }

  /** The rail and its payer, as a stage makes them. */
  ports(runtime: WholeRuntime, intercept?: Intercept): Partial<WholeRuntime> {
    const { store, ids, clock, log, sleep } = runtime;
    const table = intercept ? { ...this.memory, client: wrap(this.memory.client, intercept) } : this.memory;
    const memory = createStore(table);
    const rail = vaultRail({ store, memory, ids, sleep });
    const live = {
      ...sandboxRails,
      screening: { screen: async () => 'clear' as const },
      payouts: { [railName]: rail },
      registration: { [railName]: vaultRegistration },
    } as Rails;
    return {
      // The sandbox is no part of this, and its rail without a memory could not be checked after a restore.
      rails: (mode) => (mode === 'live' ? live : { ...sandboxRails, payouts: {} }),
      vaultNames: lateNames({ memory, clock, ids, sleep }),
      vaults: lateVaults({ store, memory, clock, ids, log, sleep, secrets, loopback: true }),
    };
  }

  /** Another process, whose calls to both tables are intercepted. */
  process(intercept: Intercept): TestService {
    const other = this.service.process(intercept, { log: this.log.log });
    Object.assign(other.runtime, this.ports(other.runtime, intercept));
    return other;
  }

  /** A vault with money and a signer of its own, in the place of the one before. */
  private async deployVault(): Promise<void> {
    const address = await this.#createSigner();
    this.vault = await this.chain.deploy(payoutVault as unknown as CompiledContract, this.owner, address);
    await this.govern('setLimit', usdc, 10_000_000_000n);
    await this.fill(1_000_000_000n);
  }

  /** Connects another vault, which the organization names from now on. */
  async changeVault(): Promise<void> {
    await this.deployVault();
    await this.finalize();
    await this.connect();
  }

  private async connect(): Promise<void> {
    const connectionId = createIds().next('conn', Date.now());
    this.connectionId = connectionId;
    this.connected.push(connectionId);
    const asked = { do: 'connect', connectionId, provider: 'evm-vault', settings: this.#settings(), reason };
    await agreed(this.service, { ...asked, sealed: await this.#sealed() });
    const { organizationId } = this.of;
    await agreed(this.service, { do: 'use', organizationId, connectionId, reason }, organizationId);
  }

  /** The vault takes payments of another signer from now on, and the connection signs as that. */
  async changeSigner(): Promise<void> {
    const address = await this.#createSigner();
    await this.govern('setSigner', address);
    await this.finalize();
    const { connectionId } = this;
    await agreed(this.service, { do: 'renew', connectionId, sealed: await this.#sealed(), reason });
  }

  #settings() {
    return { chain: 'base', vault: this.vault };
  }

  async #sealed(): Promise<string> {
    const known = await this.service.runtime.connections?.read('evm-vault', this.#settings());
    if (!known) throw new Error('the service has no connections');
    const credentials = JSON.stringify({ nodes: [this.chain.url, this.chain.liar.url], signer: this.signer });
    return sealWithRing(ring, credentials, { connectionId: this.connectionId, provider: 'evm-vault', ...known });
  }

  /** The key of somebody who signs from now on, and can pay for gas. */
  async #createSigner(): Promise<Address> {
    serial += 1;
    this.signer = join(this.chain.folder, `${serial}.key`);
    const { address } = createKey(this.signer);
    await this.chain.client.setBalance({ address, value: parseEther('10') });
    return address;
  }

  /** A new wallet of somebody. */
  async recipient(
    address: Address = this.newAddress(),
  ): Promise<{ readonly destinationAccountId: string; readonly to: Address }> {
    const body = {
      type: 'individual',
      name: 'Ana Souza',
      method: { kind: 'crypto', currency: 'USD', recipientDetails: { token: 'USDC', chain: 'base', address } },
    };
    const { methods } = bodyOf(await this.service.post(`/recipients/${this.of.organizationId}`, this.of, body), 201);
    return { destinationAccountId: String(methods[0].destinationAccountId), to: address };
  }

  newAddress(): Address {
    serial += 1;
    return getAddress(`0x${`${serial}`.padStart(4, 'a')}${'7'.repeat(32)}${`${serial}`.padStart(4, 'b')}`);
  }

  /** A payout of dollars that arrive. */
  async payout(amount = '100.00', given?: { readonly destinationAccountId: string; readonly to: Address }) {
    const { destinationAccountId, to } = given ?? (await this.recipient());
    const body = { destinationAccountId, amount, amountLeg: 'destination', purposeOfPayment: 'services' };
    const path = `/payments/organizations/${this.of.organizationId}/payouts`;
    const { payoutId } = bodyOf(await this.service.post(path, this.of, body));
    return { payoutId: String(payoutId), to };
  }

  async read({ payoutId }: { readonly payoutId: string }) {
    const path = `/payments/organizations/${this.of.organizationId}/orders/${payoutId}`;
    return bodyOf(await this.service.get(path, this.of));
  }

  async available(): Promise<string> {
    const path = `/payments/organizations/${this.of.organizationId}/balance`;
    return String(bodyOf(await this.service.get(path, this.of)).available);
  }

  /** What is kept of a payment where no restore reaches. */
  kept({ payoutId }: { readonly payoutId: string }): Promise<VaultPayment | undefined> {
    return createStore(this.memory).get(vaultPaymentRef(payoutId));
  }

  /** Lets the payout's own work and that of each vault come due once, one after the other. */
  async step({ payoutId }: { readonly payoutId: string }, by: Pick<TestService, 'runtime'> = this.service) {
    const ofPayout = { organizationId: this.of.organizationId, kind: 'rails', resourceId: payoutId } as const;
    for (const work of [ofPayout, ...this.connected.map(vaultWork)]) {
      const row = await this.service.runtime.store.get(dueRef(work));
      if (!row) continue;
      const { clock } = this.service;
      clock.now = Math.max(clock.now, row.dueAt ?? 0);
      await deliver(by, [{ ...work, dueAt: clock.now }]);
    }
  }

  async steps(payout: { readonly payoutId: string }, count: number): Promise<void> {
    for (let taken = 0; taken < count; taken += 1) await this.step(payout);
  }

  /** Until the payout is over, with all blocks final. */
  async settle(payout: { readonly payoutId: string }): Promise<string> {
    for (let turn = 0; turn < 12; turn += 1) {
      await this.step(payout);
      await this.finalize();
      const { status } = await this.read(payout);
      if (status !== 'pending' && status !== 'processing') return String(status);
    }
    return String((await this.read(payout)).status);
  }

  /** Makes all blocks so far final, at the service's time. */
  async finalize(): Promise<void> {
    const { client } = this.chain;
    const { timestamp } = await client.getBlock();
    const now = BigInt(Math.floor((this.service?.clock.now ?? Date.now()) / 1000));
    await client.setNextBlockTimestamp({ timestamp: now > timestamp ? now : timestamp + 1n });
    await client.mine({ blocks: 4 });
  }

  govern(name: string, ...args: unknown[]) {
    return this.chain.send({ to: this.vault, abi: payoutVault.abi as Abi, name, args });
  }

  onToken(name: string, ...args: unknown[]) {
    return this.chain.send({ to: usdc, abi: this.chain.token('TestToken').abi, name, args });
  }

  fill(amount: bigint) {
    return this.onToken('mint', this.vault, amount);
  }

  tokensOf(holder: Address): Promise<bigint> {
    return this.chain.client.readContract({
      address: usdc,
      abi: this.chain.token('TestToken').abi,
      functionName: 'balanceOf',
      args: [holder],
    }) as Promise<bigint>;
  }

  /** How often a vault has paid anything. */
  async paidLogs(address = this.vault) {
    const { abi } = payoutVault;
    return this.chain.client.getContractEvents({ address, abi, eventName: 'Paid', fromBlock: 0n });
  }

  get account(): Address {
    return readKey(this.signer).address;
  }
}
