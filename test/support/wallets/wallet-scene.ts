import { randomUUID } from 'node:crypto';
import { ConnectionEntity } from '../../../shared/connections/connection.ts';
import { checksummed } from '../../../shared/ground/text/evm-address.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import type { WalletFault } from '../../../shared/ports/account-registration.ts';
import type { Corridor } from '../../../shared/ports/corridor.ts';
import type { Rails, WholeRuntime } from '../../../shared/ports/runtime.ts';
import { knownChains } from '../../../shared/providers/evm/chains.ts';
import { vaultCorridors, vaultRail } from '../../../shared/providers/evm/vault/corridors.ts';
import { createListScreening } from '../../../shared/providers/ofac/list-screening.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { vaultRegistration } from '../../../shared/providers/vault/catalog.ts';
import { leastOfTests, TestSource } from '../../shared/providers/ofac/support.ts';
import { CapturedLog } from '../captured-log.ts';
import type { TestTable } from '../dynamodb.ts';
import { FakeRail } from '../fake-rail.ts';
import { bodyOf, fund, type TestOrganization } from '../journey.ts';
import { type Answer, type Credentials, TestService } from '../service.ts';

type Body = Answer['body'];

/** Pays wallets, as far as a payout can tell. */
export class WalletRail extends FakeRail {
  override price = async ({ fee }: Corridor) => ({ rate: '1', fee });

  override corridors(): readonly Corridor[] {
    return vaultCorridors(knownChains);
  }
}

/** An address of which only the first four and the last four digits are chosen. */
export function addressOf(digits: string, between = '7'): string {
  return checksummed(`0x${digits.slice(0, 4)}${between.repeat(32)}${digits.slice(-4)}`);
}

export const ana = addressOf('ab12cd34');

/** A body of `createRecipient` for a wallet on Base. */
export function walletBody(address = ana, details: object = {}, more: object = {}) {
  return {
    type: 'individual',
    name: 'Ana Souza',
    method: {
      kind: 'crypto',
      currency: 'USD',
      recipientDetails: { token: 'USDC', chain: 'base', address, ...details },
    },
    ...more,
  };
}

/** A live organization that a vault on Base pays wallets for, beside a rail of banks. */
export class WalletScene {
  readonly rail = new WalletRail();
  readonly bank = new FakeRail();
  readonly list = new TestSource();
  readonly log = new CapturedLog();
  /** What is wrong with addresses; or why nobody can tell. */
  readonly faults = new Map<string, WalletFault | Error>();
  service!: TestService;
  of!: TestOrganization;

  static async start(overrides: Partial<WholeRuntime> = {}, table?: TestTable): Promise<WalletScene> {
    const scene = new WalletScene();
    const clock = () => scene.service.clock.now;
    const screening = createListScreening({
      source: scene.list,
      clock,
      log: scene.log.log,
      least: leastOfTests,
      maxAgeMs: 1,
    });
    const payouts = { sandbox: scene.bank, [vaultRail]: scene.rail };
    const registration = { ...sandboxRails.registration, [vaultRail]: vaultRegistration };
    const live = { ...sandboxRails, payouts, registration, screening } as Rails;
    scene.service = await TestService.start(
      {
        rails: (mode) => (mode === 'live' ? live : sandboxRails),
        wallets: { faultOf: async (_, { address }) => scene.faultOf(address) },
        log: scene.log.log,
        rateLimitOverride: 10_000,
        ...overrides,
      },
      table,
    );
    scene.of = await scene.organization();
    return scene;
  }

  /** A verified live organization with money, and a vault on each of the chains. */
  async organization(...chains: string[]): Promise<TestOrganization> {
    const of = await this.service.organization('live');
    await this.provision(of, ...(chains.length > 0 ? chains : ['base']));
    await fund(this.service, of);
    return of;
  }

  /** Names vaults on these chains, and on no others, for an organization that is verified. */
  provision({ organizationId }: TestOrganization, ...chains: string[]): Promise<unknown> {
    const connections = Object.fromEntries(chains.map((chain) => [`vault/${chain}`, `conn_${chain}`]));
    return decideAndCommit(this.service.runtime, {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        draft.changeOrganization({ ...organization, verified: true, connections });
        return { reply: { status: 200, body: undefined } };
      },
    });
  }

  /** Names a vault that was disconnected, on Base. */
  async disconnect(of: TestOrganization): Promise<void> {
    await this.provision(of, 'base');
    await this.service.runtime.store.put(ConnectionEntity, {
      connectionId: 'conn_base',
      version: 2,
      provider: 'evm-vault',
      port: 'vault',
      mode: 'live',
      slot: 'vault/base',
      settings: '{}',
      sealed: 'sealed',
      account: '{}',
      hosts: [],
      createdAt: new Date(0).toISOString(),
      disabledAt: new Date(0).toISOString(),
    });
  }

  register(body: object = walletBody(), by: Credentials = this.of, of = this.of): Promise<Answer> {
    return this.service.post(`/recipients/${of.organizationId}`, by, body);
  }

  async registered(body: object = walletBody()): Promise<Body> {
    return bodyOf(await this.register(body), 201);
  }

  retire(recipientId: string): Promise<Answer> {
    const path = `/recipients/${this.of.organizationId}/${recipientId}`;
    return this.service.call('DELETE', path, this.of, { idempotencyKey: randomUUID() });
  }

  /** Has the list name an address. */
  listAddress(address: string): void {
    const { files } = this.list;
    const sdn = `${files.sdn}`.replace('nationality Nowhere.', `Digital Currency Address - ETH ${address}.`);
    this.list.files = { ...files, sdn: Buffer.from(sdn) };
    this.list.current = `with ${address}`;
    this.service.clock.advance(60_000);
  }

  private faultOf(address: string): WalletFault | undefined {
    const fault = this.faults.get(address);
    if (fault instanceof Error) throw fault;
    return fault;
  }
}
