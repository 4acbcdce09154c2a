import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchRef, watchWork } from '../../shared/checkout/methods/crypto/payments/address-watch.ts';
import type { Rails, WholeRuntime } from '../../shared/ports/runtime.ts';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { lateChain } from '../../shared/providers/evm/checkout/late-chain.ts';
import { cryptoAccount, register, registered } from '../functions/checkout/accounts-support.ts';
import { expectError } from '../support/answers.ts';
import { Buyer, paymentsOn } from '../support/checkout/buyer.ts';
import { bodyOf, deliver } from '../support/journey.ts';
import { performed } from '../support/operations.ts';
import { type Answer, type Credentials, TestService } from '../support/service.ts';
import { connectChain, disconnect, secrets, useConnection } from './support/connect-chain.ts';
import { type ConnectableChain, startConnectableChain } from './support/connectable-chain.ts';

const [usdc, bridged] = knownChains.base.tokens;

let chain: ConnectableChain;
let service: TestService;
let shop: Credentials & { readonly organizationId: string };
let accountId: string;
/** Each test has an address that nobody has paid before. */
let payee: Address;
let addresses = 0;

beforeAll(async () => {
  chain = await startConnectableChain();
});

afterAll(() => chain.stop());

beforeEach(async () => {
  service = await TestService.start({
    rateLimitOverride: 100_000,
    connections: connectionTrials(secrets, { clock: Date.now, loopback: true }, connectionKinds),
    rails: (mode): Rails | undefined => (mode === 'live' ? liveRails(service.runtime) : undefined),
  });
  service.clock.now = Date.now();
  shop = await service.organization('live');
  await performed(service, 'verify', { organizationId: shop.organizationId, verified: true });
  const owner = await service.member(shop.organizationId, 'owner');
  addresses += 1;
  payee = `0x${`${addresses}`.padStart(40, '5')}`;
  ({ accountId } = await registered(service, shop, owner, cryptoAccount({ address: payee })));
});

/** As a stage makes them: the chains of the connections that organizations name. */
function liveRails({ store, clock }: WholeRuntime): Rails {
  const live = { payouts: {}, registration: {} } as unknown as Rails;
  return { ...live, chain: lateChain({ store, clock, secrets, loopback: true }) };
}

async function connect(): Promise<string> {
  const connectionId = await connectChain(service, chain, [chain.url]);
  await useConnection(service, shop.organizationId, connectionId);
  return connectionId;
}

async function publishedLink(methods: object[] = [{ kind: 'crypto', accountId }]) {
  const body = { currency: 'USD', items: [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }], methods, publish: true };
  const link = bodyOf(await service.post(`/checkout/organizations/${shop.organizationId}/links`, shop, body), 201);
  return { linkId: String(link.linkId), path: new URL(String(link.shareUrl)).pathname };
}

const begin = async (path: string, buyer = new Buyer(service)) => {
  const view = await buyer.view(path);
  return { buyer, view, answer: await buyer.post(`${path}/crypto`, { view }) };
};

const amountIn = ({ text }: Answer) => /data-copy="(12\.\d{6})"/.exec(text)?.[1] ?? '';
const units = (amount: string) => BigInt(amount.replace('.', ''));

async function sendTokens(amount: bigint, of: Address = usdc.contract): Promise<void> {
  await chain.send({ to: of, abi: chain.token('TestToken').abi, name: 'mint', args: [payee, amount] });
  await chain.finalize();
}

/** What the worker does when the address is due. */
async function readAddress(): Promise<void> {
  const watched = { organizationId: shop.organizationId, accountId };
  service.clock.now = Date.now() + 6_000;
  await deliver(service, [{ ...watchWork(watched), dueAt: service.clock.now }]);
}

describe('a link of a live organization', () => {
  test('is paid in tokens on the chain for which the organization names a connection', async () => {
    await connect();
    const { linkId, path } = await publishedLink();
    expect((await new Buyer(service).get(path)).text).toContain('an exact amount of USDC to send on Base');
    const { buyer, view, answer } = await begin(path);
    const amount = amountIn(answer);
    expect(answer.text).toContain('>Base<');
    await sendTokens(units(amount));
    await readAddress();
    expect(await paymentsOn(service, { linkId })).toMatchObject([
      { status: 'paid', method: { kind: 'crypto', chain: 'base', token: 'USDC' } },
    ]);
    const told = await buyer.post(`${path}/crypto`, { view, sent: 'yes' });
    expect([200, 303]).toContain(told.status);
    await readAddress();
    expect(await paymentsOn(service, { linkId })).toHaveLength(1);
  });

  test('offers nothing where the organization names no connection, and nothing is begun', async () => {
    const { linkId, path } = await publishedLink();
    const page = await new Buyer(service).get(path);
    expect(page.text).not.toContain('USDC');
    const answer = await new Buyer(service).post(`${path}/crypto`, { view: '0'.repeat(32) });
    expect(answer.text).not.toContain(payee);
    expect(await paymentsOn(service, { linkId })).toEqual([]);
  });

  test('cannot be offered for a token that only stands in for an issuer’s', async () => {
    const owner = await service.member(shop.organizationId, 'owner');
    const tether = cryptoAccount({ address: payee, token: 'USDT', chain: 'polygon' });
    expectError(await register(service, shop, owner, tether), 'VALIDATION_ERROR');
  });

  test('is not paid by another token at the same address', async () => {
    await connect();
    const { linkId, path } = await publishedLink();
    const { answer } = await begin(path);
    await sendTokens(units(amountIn(answer)), bridged.contract);
    await readAddress();
    expect(await paymentsOn(service, { linkId })).toMatchObject([{ status: 'pending' }]);
  });

  test('whose connection was disconnected begins nothing new; what was begun is read on it', async () => {
    const connectionId = await connect();
    const { linkId, path } = await publishedLink();
    const { answer } = await begin(path);
    await disconnect(service, connectionId);
    service.clock.advance(31_000);
    const { answer: late } = await begin(path);
    expect(amountIn(late)).toBe('');
    await sendTokens(units(amountIn(answer)));
    expect((await service.runtime.store.get(watchRef(shop.organizationId, accountId)))?.connectionId).toBe(
      connectionId,
    );
    await readAddress();
    expect(await paymentsOn(service, { linkId })).toMatchObject([{ status: 'paid' }]);
  });
});
