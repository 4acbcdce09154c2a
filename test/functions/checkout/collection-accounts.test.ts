import { beforeAll, describe, expect, test } from 'vitest';
import { maxOpenAccounts } from '../../../shared/checkout/accounts/open-accounts.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { TestMailer } from '../../shared/mail/support.ts';
import { auditRows, expectError, storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, expectSoundBooks, readFeed, settle } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';
import { organizationWithOwner } from '../api-keys/support.ts';
import {
  accountsPath,
  address,
  bankAccount,
  cryptoAccount,
  iban,
  listed,
  register,
  registered,
  remove,
} from './accounts-support.ts';

let service: TestService;
const mailer = new TestMailer();

beforeAll(async () => {
  service = await TestService.start({ mailer, rateLimitOverride: 10_000 });
});

const american = { accountNumber: '1234 5678', routingCode: '021000021', iban: undefined };

describe('a collection account', () => {
  test.each([
    ['by an owner', 'owner', bankAccount({ iban: 'de89 3704-0044 0532 0130 00', bic: 'cobadeff', bankName: 'Bank' })],
    ['by an admin', 'admin', { ...bankAccount(american), currency: 'USD' }],
    ['that is an address', 'admin', cryptoAccount({ address: address.toLowerCase() })],
  ] as const)('%s is active at once where nobody has to agree, and is listed', async (_name, role, body) => {
    const { of } = await organizationWithOwner(service);
    const by = await service.member(of.organizationId, role);
    const account = bodyOf(await register(service, of, by, body), 201);
    const at = new Date(service.clock.now).toISOString();
    expect(account).toEqual({
      accountId: expect.stringMatching(/^ca_/),
      kind: body.kind,
      status: 'active',
      currency: body.currency,
      details: account.details,
      createdBy: { actorUserId: by.userId },
      livemode: false,
      createdAt: at,
      updatedAt: at,
    });
    expect(await listed(service, of, of)).toEqual({ data: [account], completeUntil: expect.any(String) });
    expect((await auditRows(service, of)).at(-1)).toMatchObject({
      action: 'collection_account.register',
      resourceId: account.accountId,
      actorUserId: by.userId,
    });
    expect(await readFeed(service, of)).toEqual([]);
    await expectSoundBooks(service, of);
  });

  test('is stored as banks and chains write it', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const spaced = bankAccount({ iban: 'de89 3704-0044 0532 0130 00', bic: 'cobadeff' });
    const lower = cryptoAccount({ address: address.toLowerCase() });
    const dollars = { ...bankAccount(american), currency: 'USD' };
    const details = async (body: object) => (await registered(service, of, owner, body)).details;
    expect(await details(spaced)).toEqual({ holderName: 'Example GmbH', iban, bic: 'COBADEFF' });
    expect(await details(lower)).toEqual({ token: 'USDC', chain: 'base', address });
    expect(await details(dollars)).toMatchObject({ accountNumber: '12345678', routingCode: '021000021' });
  });

  test('is mailed to owners and admins when it is added and when it is removed, and to nobody else', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const admin = await service.member(of.organizationId, 'admin');
    await service.member(of.organizationId, 'operator');
    const addresses = [owner, admin].map(({ userId }) => `${userId}@example.com`).sort();
    await settle(service);
    mailer.sent.length = 0;
    const { accountId } = await registered(service, of, admin);
    await settle(service);
    expect(mailer.reached).toEqual(addresses);
    expect(mailer.sent[0]?.text).toMatch(new RegExp(`${accountId}[^]*${iban}[^]*${admin.userId}`));
    mailer.sent.length = 0;
    bodyOf(await remove(service, of, owner, accountId));
    bodyOf(await remove(service, of, owner, accountId));
    await settle(service);
    expect(mailer.reached).toEqual(addresses);
    expect(mailer.sent[0]?.text).toMatch(new RegExp(`removed[^]*${accountId}[^]*${owner.userId}`));
  });

  test.each([
    ['the same', bankAccount()],
    ['under another name', bankAccount({ holderName: 'Somebody else', bankName: 'Bank' })],
    ['written otherwise', bankAccount({ iban: iban.toLowerCase() })],
  ])('that is registered already is CONFLICT: %s', async (_name, body) => {
    const { of, owner } = await organizationWithOwner(service);
    const { accountId } = await registered(service, of, owner);
    const again = await register(service, of, owner, body);
    expectError(again, 'CONFLICT');
    expect(again.body.detail).toContain(accountId);
    const dollars = await registered(service, of, owner, { ...bankAccount(), currency: 'USD' });
    expect((await listed(service, of, of)).data).toHaveLength(2);
    expect(dollars.accountId).not.toBe(accountId);
  });

  test('sent twice with one key is registered once', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const request = { body: bankAccount(), idempotencyKey: 'once' };
    const first = bodyOf(await service.call('POST', accountsPath(of), owner, request), 201);
    expect(bodyOf(await service.call('POST', accountsPath(of), owner, request), 201)).toEqual(first);
    expect((await listed(service, of, of)).data).toEqual([first]);
  });

  test('by several at once is registered once', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(service, of, owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await listed(service, of, of)).data).toHaveLength(1);
  });

  test.each([1, 2, 3, 4, 5, 6])('by a process that dies at its call %i is there once after the next', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const { of, owner } = await organizationWithOwner(service);
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([register(service.process(intercept), of, owner), crashed]);
      const next = await register(service, of, owner);
      expect([201, 409]).toContain(next.status);
      const { data } = await listed(service, of, of);
      expect(data).toMatchObject([{ status: 'active' }]);
    }
  });

  test(`is one of ${maxOpenAccounts} at most, of which those that were removed do not count`, async () => {
    const { of, owner } = await organizationWithOwner(service);
    const dollars = (serial: number) => ({
      ...bankAccount({ ...american, accountNumber: String(10_000 + serial) }),
      currency: 'USD',
    });
    const first = await registered(service, of, owner, dollars(0));
    for (let serial = 1; serial < maxOpenAccounts; serial += 1) await registered(service, of, owner, dollars(serial));
    expectError(await register(service, of, owner, dollars(99)), 'BAD_REQUEST');
    bodyOf(await remove(service, of, owner, first.accountId));
    await registered(service, of, owner, dollars(99));
    expectError(await register(service, of, owner, dollars(100)), 'BAD_REQUEST');
  });
});

describe('what is no account', () => {
  const sol = 'So11111111111111111111111111111111111111112';
  test.each([
    ['details.iban', bankAccount({ iban: 'DE88370400440532013000' })],
    ['details.iban', bankAccount({ iban: 'X'.repeat(65) })],
    ['details', bankAccount({ iban: undefined })],
    ['details', bankAccount({ accountNumber: '12345678', routingCode: '021000021' })],
    ['details', bankAccount({ routingCode: '021000021' })],
    ['details', bankAccount({ iban: undefined, accountNumber: '12345678' })],
    ['details.holderName', bankAccount({ holderName: ' ' })],
    ['details.holderName', bankAccount({ holderName: 'a'.repeat(141) })],
    ['details.holderName', bankAccount({ holderName: 'Exam\u202eple' })],
    ['details.bankName', bankAccount({ bankName: 'Ba\u200bnk' })],
    ['details.bic', bankAccount({ bic: 'COBADE' })],
    ['details.accountNumber', bankAccount({ ...american, accountNumber: '12\u200b34' })],
    ['details.routingCode', { ...bankAccount({ ...american, routingCode: '021000022' }), currency: 'USD' }],
    ['details.reference', bankAccount({ reference: 'RF18539007547034' })],
    ['currency', { ...bankAccount(), currency: 'USDC' }],
    ['currency', { ...bankAccount(), currency: 'XXX' }],
    ['currency', { ...cryptoAccount(), currency: 'EUR' }],
    ['details.token', cryptoAccount({ token: 'DAI' })],
    ['details.token', cryptoAccount({ token: 'USDT' })],
    ['details.chain', cryptoAccount({ chain: 'solana', address: sol })],
    ['details.address', cryptoAccount({ address: sol })],
    ['details.address', cryptoAccount({ address: address.replace('aA', 'Aa') })],
    ['details.address', cryptoAccount({ address: `0x${'0'.repeat(40)}` })],
    ['details.address', cryptoAccount({ address: `${address}00` })],
    ['kind', { ...bankAccount(), kind: 'card' }],
    ['details', { kind: 'bank', currency: 'EUR' }],
    ['status', { ...bankAccount(), status: 'active' }],
  ])('is refused with its field: %s of %o', async (path, body) => {
    const { of, owner } = await organizationWithOwner(service);
    const answer = await register(service, of, owner, body);
    expectError(answer, 'VALIDATION_ERROR');
    expect(answer.body.errors.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(await listed(service, of, of)).toEqual({ data: [], completeUntil: expect.any(String) });
  });
});

describe('removing', () => {
  test('is for good: the account stays readable, and may be registered anew as another one', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const account = await registered(service, of, owner);
    service.clock.advance(1_000);
    const removed = bodyOf(await remove(service, of, owner, account.accountId));
    expect(removed).toEqual({ ...account, status: 'removed', updatedAt: new Date(service.clock.now).toISOString() });
    service.clock.advance(1_000);
    expect(bodyOf(await remove(service, of, owner, account.accountId))).toEqual(removed);
    const next = await registered(service, of, owner);
    expect(await listed(service, of, of)).toEqual({ data: [next, removed], completeUntil: expect.any(String) });
    expect(await listed(service, of, of, '?status=active,pending')).toEqual({
      data: [next],
      completeUntil: expect.any(String),
    });
    const { data, nextCursor } = await listed(service, of, of, '?limit=1');
    expect(data).toEqual([next]);
    expect(await listed(service, of, of, `?limit=1&cursor=${nextCursor}`)).toEqual({
      data: [removed],
      completeUntil: expect.any(String),
    });
  });

  test('waits for nobody, also where others have to agree to what is added', async () => {
    const { of, organizationId, owner } = await organizationWithOwner(service);
    const { accountId } = await registered(service, of, owner);
    const voters = await Promise.all([1, 2, 3].map(() => service.member(organizationId, 'operator')));
    const approvers = voters.map(({ userId }) => userId);
    await setControls(service.runtime, organizationId, { approvals: { threshold: 1n, quorum: 2, approvers } });
    expect(bodyOf(await remove(service, of, owner, accountId))).toMatchObject({ status: 'removed' });
  });

  test('by several at once is one change and one mail', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const { accountId } = await registered(service, of, owner);
    await settle(service);
    mailer.sent.length = 0;
    const answers = await Promise.all([1, 2, 3].map(() => remove(service, of, owner, accountId)));
    expect(answers.map((answer) => bodyOf(answer).status)).toEqual(['removed', 'removed', 'removed']);
    await settle(service);
    expect(mailer.sent).toHaveLength(1);
  });
});

describe('who may', () => {
  test('register and remove: owners and admins, by session', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const { accountId } = await registered(service, of, owner);
    const before = await storedItems(service, 'collectionAccount');
    const other = await organizationWithOwner(service);
    for (const act of [
      register,
      (...[to, from, by]: Parameters<typeof register>) => remove(to as TestService, from, by, accountId),
    ]) {
      expectError(await act(service, of, of), 'UNAUTHORIZED');
      for (const role of ['operator', 'viewer'] as const) {
        expectError(await act(service, of, await service.member(of.organizationId, role)), 'FORBIDDEN');
      }
      expectError(await act(service, of, other.owner), 'FORBIDDEN');
    }
    for (const id of [accountId, 'ca_none']) expectError(await remove(service, other.of, other.owner, id), 'NOT_FOUND');
    expect(await listed(service, other.of, other.of)).toEqual({ data: [], completeUntil: expect.any(String) });
    expect(await storedItems(service, 'collectionAccount')).toEqual(before);
  });

  test('nobody, while the organization is suspended', async () => {
    const { of, organizationId, owner } = await organizationWithOwner(service);
    const { accountId } = await registered(service, of, owner);
    await performed(service, 'suspend', { organizationId });
    expectError(await register(service, of, owner, cryptoAccount()), 'ACCOUNT_BLOCKED');
    expectError(await remove(service, of, owner, accountId), 'ACCOUNT_BLOCKED');
  });

  test('register of a live organization: only once its business is verified; removing needs no verification', async () => {
    const of = await service.organization('live');
    const { organizationId } = of;
    const owner = await service.member(organizationId, 'owner');
    expectError(await register(service, of, owner), 'FORBIDDEN');
    await performed(service, 'verify', { organizationId, verified: true });
    const account = await registered(service, of, owner);
    expect(account.livemode).toBe(true);
    await performed(service, 'verify', { organizationId, verified: false });
    expectError(await register(service, of, owner, cryptoAccount()), 'FORBIDDEN');
    bodyOf(await remove(service, of, owner, account.accountId));
  });
});
