import { beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '../../../shared/identity/api-key.ts';
import { approvalOf, vote } from '../../shared/approvals/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { expectError } from '../../support/answers.ts';
import { accept, addQuote, addRecipient, bodyOf, pathOf, sendPayout, settle } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import type { Answer, Credentials } from '../../support/service.ts';
import { ana, WalletScene, walletBody } from '../../support/wallets/wallet-scene.ts';
import { act, advance, fatesOf, submitted } from '../batches/support.ts';

type Body = Answer['body'];

let scene: WalletScene;
let wallet: Body;

beforeEach(async () => {
  scene = await WalletScene.start();
  wallet = await scene.registered();
});

function keyWith(...scopes: Scope[]): Promise<Credentials> {
  return scene.service.key(scene.of.organizationId, { scopes });
}

const as = (credentials: Credentials) => ({ ...credentials, organizationId: scene.of.organizationId });
const quoteAs = (credentials: Credentials) =>
  scene.service.post(`${pathOf(scene.of)}/quotes/offramp`, credentials, {
    amount: '100.00',
    destinationAccountId: wallet.methods[0].destinationAccountId,
  });

test('a wallet is quoted and paid at one to one, less the fee of its corridor', async () => {
  const quote = await addQuote(scene.service, scene.of, wallet);
  expect(quote).toMatchObject({ sourceAmount: '100.00', destinationAmount: '99.50', destinationCurrency: 'USD' });
  const payout = bodyOf(await accept(scene.service, scene.of, quote));
  await settle(scene.service);
  const [sent] = scene.rail.received.values();
  expect(sent?.instruction).toMatchObject({
    key: payout.payoutId,
    corridorId: 'usd_wallet_base_usdc',
    destinationAmount: 99_50n,
    recipientDetails: { token: 'USDC', chain: 'base', address: ana },
  });
  expect(scene.bank.calls).toEqual([]);
});

test('the organization cannot fund a payout to a wallet itself', async () => {
  const answer = await sendPayout(scene.service, scene.of, wallet, { funding: 'self' });
  expectError(answer, 'BAD_REQUEST');
  expect(answer.body.detail).toContain('funding');
});

test('a bank account in dollars is another account than a wallet in dollars', async () => {
  const bank = await addRecipient(scene.service, scene.of, { corridorId: 'usd_us_account' });
  bodyOf(await sendPayout(scene.service, scene.of, bank));
  await settle(scene.service);
  expect(scene.rail.received.size).toBe(0);
  expect(scene.bank.received.size).toBe(1);
});

test('the corridors of wallets are listed where the organization has a vault, and nowhere else', async () => {
  const wallets = async (of = scene.of) => {
    const { data } = bodyOf(await scene.service.get(`${pathOf(of)}/corridors`, of));
    return data.filter(({ methodKind }: Body) => methodKind === 'crypto').map(({ corridorId }: Body) => corridorId);
  };
  expect(await wallets()).toEqual(['usd_wallet_base_usdc']);
  await scene.provision(scene.of, 'ethereum', 'polygon');
  expect(await wallets()).toEqual(['usd_wallet_ethereum_usdc', 'usd_wallet_ethereum_usdt', 'usd_wallet_polygon_usdc']);
  await scene.provision(scene.of);
  expect(await wallets()).toEqual([]);
  const { data } = bodyOf(await scene.service.get(`${pathOf(scene.of)}/corridors`, scene.of));
  expect(data.length).toBeGreaterThan(0);
});

test('a corridor of wallets says what arrives where, and no country', async () => {
  const { data } = bodyOf(await scene.service.get(`${pathOf(scene.of)}/corridors`, scene.of));
  expect(data.find(({ methodKind }: Body) => methodKind === 'crypto')).toEqual({
    corridorId: 'usd_wallet_base_usdc',
    sourceCurrency: 'USD',
    currency: 'USD',
    methodKind: 'crypto',
    wallet: { chain: 'base', token: 'USDC' },
    minimum: '1.50',
    maximum: '1000000.00',
    fee: { amount: '0.50', currency: 'USD' },
    capabilities: { exactOutput: true, indicativePricing: true },
    recipientFields: [
      { name: 'token', label: 'Token', required: true, pattern: '^USDC$', example: 'USDC' },
      { name: 'chain', label: 'Chain', required: true, pattern: '^base$', example: 'base' },
      {
        name: 'address',
        label: 'Address',
        required: true,
        pattern: '^0x[0-9a-fA-F]{40}$',
        example: '0x000000000000000000000000000000000000dEaD',
      },
    ],
  });
});

describe('a key without both scopes', () => {
  test('registers, quotes, accepts and pays no wallet', async () => {
    const key = await keyWith('read', 'write');
    const quote = await addQuote(scene.service, scene.of, wallet);
    const answers = [
      await scene.register(walletBody(), key),
      await quoteAs(key),
      await accept(scene.service, as(key), quote),
      await sendPayout(scene.service, as(key), wallet),
    ];
    for (const answer of answers) expectError(answer, 'CRYPTO_PAYOUTS_DISABLED');
    bodyOf(await accept(scene.service, scene.of, quote));
  });

  test('pays bank accounts as before', async () => {
    const key = await keyWith('read', 'write');
    const payee = await addRecipient(scene.service, scene.of);
    bodyOf(await sendPayout(scene.service, as(key), payee));
  });

  test('that has the one for wallets alone may write nothing at all', async () => {
    expectError(await quoteAs(await keyWith('read', 'crypto_payouts')), 'INSUFFICIENT_SCOPE');
  });

  test('is told so before it is told that there is no vault', async () => {
    const key = await keyWith('read', 'write');
    await scene.provision(scene.of);
    expectError(await quoteAs(key), 'CRYPTO_PAYOUTS_DISABLED');
    expectError(await scene.register(walletBody(), key), 'CRYPTO_PAYOUTS_DISABLED');
    expectError(await scene.register(walletBody('nonsense'), key), 'CRYPTO_PAYOUTS_DISABLED');
  });
});

/** How an organization comes to have no vault on the chain. */
const withoutVault: [string, () => Promise<unknown>][] = [
  ['that names one on another chain alone', () => scene.provision(scene.of, 'polygon')],
  ['whose vault was disconnected', () => scene.disconnect(scene.of)],
];

describe.each(withoutVault)('an organization %s', (_, lose) => {
  test('registers, quotes, accepts and pays no wallet there', async () => {
    const quote = await addQuote(scene.service, scene.of, wallet);
    await lose();
    const answers = [
      await scene.register(walletBody()),
      await scene.register(walletBody('nonsense')),
      await quoteAs(scene.of),
      await accept(scene.service, scene.of, quote),
      await sendPayout(scene.service, scene.of, wallet),
    ];
    for (const answer of answers) expectError(answer, 'WALLET_NOT_PROVISIONED');
    const { data } = bodyOf(await scene.service.get(`${pathOf(scene.of)}/corridors`, scene.of));
    expect(data.map(({ corridorId }: Body) => corridorId)).not.toContain('usd_wallet_base_usdc');
  });

  test('is told of a missing scope first, and pays bank accounts as before', async () => {
    const key = await keyWith('read', 'write');
    const payee = await addRecipient(scene.service, scene.of);
    const quote = await addQuote(scene.service, scene.of, payee);
    await lose();
    expectError(await quoteAs(key), 'CRYPTO_PAYOUTS_DISABLED');
    expectError(await sendPayout(scene.service, as(key), wallet), 'CRYPTO_PAYOUTS_DISABLED');
    bodyOf(await accept(scene.service, as(key), quote));
    bodyOf(await sendPayout(scene.service, scene.of, payee));
  });
});

describe('an organization without a vault', () => {
  test('shows nothing of the address any more, and still retires the recipient', async () => {
    await scene.provision(scene.of);
    const path = `/recipients/${scene.of.organizationId}/${wallet.recipientId}`;
    expect(bodyOf(await scene.service.get(path, scene.of)).methods[0].recipientDetails).toEqual({});
    bodyOf(await scene.retire(wallet.recipientId));
    await scene.provision(scene.of, 'base');
    expect((await scene.registered()).recipientId).not.toBe(wallet.recipientId);
  });
});

describe('a sandbox', () => {
  test('has no wallets, whatever its key may', async () => {
    const of = await scene.service.organization('sandbox');
    expectError(await scene.register(walletBody(), of, of), 'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX');
    const key = await scene.service.key(of.organizationId, { scopes: ['read', 'write'] });
    expectError(await scene.register(walletBody(), key, of), 'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX');
    const { data } = bodyOf(await scene.service.get(`${pathOf(of)}/corridors`, of));
    expect(data.every(({ methodKind }: Body) => methodKind === 'fiat')).toBe(true);
  });
});

describe('a batch', () => {
  const line = (payee: Body, reference: string) => ({
    amount: '10.00',
    destinationAccountId: payee.methods[0].destinationAccountId,
    reference,
  });
  let payee: Body;

  beforeEach(async () => {
    await setControls(scene.service.runtime, scene.of.organizationId, { features: ['mass_payouts'] });
    payee = await addRecipient(scene.service, scene.of);
  });

  const run = async (by: Credentials, body: object = {}) => {
    const batch = await submitted(scene.service, as(by), [line(payee, 'bank'), line(wallet, 'wallet')], { ...body });
    await advance(scene.service, scene.of, batch);
    return batch;
  };

  test('pays wallets beside bank accounts', async () => {
    const batch = await run(scene.of);
    expect(await fatesOf(scene.service, scene.of, batch)).toEqual({ created: 2 });
  });

  test('of a key without the scope refuses its lines to wallets, and no others', async () => {
    const key = await keyWith('read', 'write');
    const batch = await run(key);
    expect(await fatesOf(scene.service, scene.of, batch)).toEqual({ valid: 1, 'invalid CRYPTO_PAYOUTS_DISABLED': 1 });
    bodyOf(await act(scene.service, scene.of, batch, 'confirm', scene.of));
    await advance(scene.service, scene.of, batch);
    expect(await fatesOf(scene.service, scene.of, batch)).toEqual({ created: 1, 'invalid CRYPTO_PAYOUTS_DISABLED': 1 });
  });

  test('that such a key confirms pays no wallet', async () => {
    const batch = await run(scene.of, { autoCommit: false });
    bodyOf(await act(scene.service, scene.of, batch, 'confirm', await keyWith('read', 'write')));
    await advance(scene.service, scene.of, batch);
    expect(await fatesOf(scene.service, scene.of, batch)).toEqual({
      created: 1,
      'create_failed CRYPTO_PAYOUTS_DISABLED': 1,
    });
  });

  test('that a person confirms pays it', async () => {
    const batch = await run(scene.of, { autoCommit: false });
    const owner = await scene.service.member(scene.of.organizationId, 'owner');
    bodyOf(await act(scene.service, scene.of, batch, 'confirm', owner));
    await advance(scene.service, scene.of, batch);
    expect(await fatesOf(scene.service, scene.of, batch)).toEqual({ created: 2 });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is named no more', () => scene.provision(scene.of)],
    ['was disconnected', () => scene.disconnect(scene.of)],
  ])('refuses a line when the vault %s, before and after it was confirmed', async (_, lose) => {
    const batch = await run(scene.of, { autoCommit: false });
    await lose();
    const late = await run(scene.of, { autoCommit: false });
    expect(await fatesOf(scene.service, scene.of, late)).toEqual({ valid: 1, 'invalid WALLET_NOT_PROVISIONED': 1 });
    bodyOf(await act(scene.service, scene.of, batch, 'confirm', scene.of));
    await advance(scene.service, scene.of, batch);
    expect(await fatesOf(scene.service, scene.of, batch)).toEqual({
      created: 1,
      'create_failed WALLET_NOT_PROVISIONED': 1,
    });
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['is named no more', () => scene.provision(scene.of)],
  ['was disconnected', () => scene.disconnect(scene.of)],
])(
  'an approved payout to a wallet is made when people agree, and fails where the vault %s by then',
  async (_, lose) => {
    const { organizationId } = scene.of;
    const owner = await scene.service.member(organizationId, 'owner');
    const approvals = { threshold: 50_00n, quorum: 1, approvers: [owner.userId] };
    await setControls(scene.service.runtime, organizationId, { approvals });
    const [first, second] = [
      bodyOf(await sendPayout(scene.service, scene.of, wallet), 202),
      bodyOf(await sendPayout(scene.service, scene.of, wallet), 202),
    ];
    bodyOf(await vote(scene.service, scene.of, first.approvalId, owner));
    await settle(scene.service);
    expect(scene.rail.received.size).toBe(1);
    bodyOf(await vote(scene.service, scene.of, second.approvalId, owner));
    await lose();
    await settle(scene.service);
    const ended = await approvalOf(scene.service, scene.of, second.approvalId);
    expect(ended).toMatchObject({ status: 'failed', failureReason: 'WALLET_NOT_PROVISIONED' });
    expect(scene.rail.received.size).toBe(1);
  },
);

describe('a list that has grown', () => {
  test('blocks the wallets that it names, and nothing more is sent to them', async () => {
    const payout = bodyOf(await sendPayout(scene.service, scene.of, wallet));
    scene.listAddress(ana.toLowerCase());
    const answer = await performed(scene.service, 'rescreen', {});
    expect(answer).toMatchObject({ blocked: 1 });
    await settle(scene.service);
    expect(scene.rail.received.size).toBe(0);
    const failed = bodyOf(await scene.service.get(`${pathOf(scene.of)}/orders/${payout.payoutId}`, scene.of));
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'compliance_rejected' });
    expectError(await quoteAs(scene.of), 'PAYOUT_REFUSED');
  });

  test('refuses it still when a block of its name is lifted', async () => {
    scene.listAddress(ana.toLowerCase());
    await performed(scene.service, 'rescreen', {});
    const { organizationId } = scene.of;
    const lift = { organizationId, recipientId: wallet.recipientId, entries: [900001], reason: 'somebody else' };
    const { proposalId } = await performed(scene.service, 'lift-block', lift);
    await performed(scene.service, 'confirm', { organizationId, proposalId, decision: 'execute' }, { operator: 'ben' });
    expect(await performed(scene.service, 'rescreen', {})).toMatchObject({ blocked: 1 });
  });
});

test('a payout link pays no wallet', async () => {
  const made = await scene.service.post(`${pathOf(scene.of)}/payout-links`, scene.of, {
    amount: '20.00',
    currency: 'USD',
    amountLeg: 'source',
  });
  const { countries } = bodyOf(made, 201);
  expect(countries.length).toBeGreaterThan(0);
  expect(countries.every((country: string) => /^[A-Z]{2}$/.test(country))).toBe(true);
  const only = await scene.service.post(`${pathOf(scene.of)}/payout-links`, scene.of, {
    amount: '20.00',
    currency: 'USD',
    amountLeg: 'source',
    countries: ['ZZ'],
  });
  expectError(only, 'BAD_REQUEST');
});
