import { beforeEach, describe, expect, test } from 'vitest';
import type { Link } from '../../../../../../shared/checkout/links/link.ts';
import { TakenTransferEntity } from '../../../../../../shared/checkout/methods/crypto/payments/taken-transfer.ts';
import { lockMs } from '../../../../../../shared/journal/idempotency/record.ts';
import { cryptoAccount, registered } from '../../../../../functions/checkout/accounts-support.ts';
import {
  checkoutOf,
  linkNow,
  paymentNow,
  paymentsOn,
  simulated,
  storeLink,
} from '../../../../../functions/checkout/payments-support.ts';
import { auditRows, expectError, faultsOf, storedItems } from '../../../../../support/answers.ts';
import type { FakeChain } from '../../../../../support/checkout/fake-chain.ts';
import { crashAt } from '../../../../../support/crash.ts';
import { bodyOf, expectSoundBooks, readFeed } from '../../../../../support/journey.ts';
import { performed } from '../../../../../support/operations.ts';
import type { TestService } from '../../../../../support/service.ts';
import { suspendedMeanwhile } from '../../../../../support/suspended-meanwhile.ts';
import {
  assign,
  attempt,
  cent,
  linkOf,
  minute,
  openShop,
  readAddress,
  receiptsOf,
  type Shop,
  serviceOnChain,
  to,
} from '../support.ts';

let service: TestService;
let chain: FakeChain;
let shop: Shop;

beforeEach(async () => {
  ({ service, chain } = await serviceOnChain());
  shop = await openShop(service);
});

/** An attempt, and a receipt of another amount. */
async function receipt(amount: bigint, { link = shop.link, afterMs = 0 }: { link?: Link; afterMs?: number } = {}) {
  const { paymentId, until } = await attempt(service, link, service.runtime.ids.token());
  const { hash } = chain.mine(to, amount, service.clock.now + afterMs);
  await readAddress(service, shop);
  const all = await receiptsOf(service, shop, '?limit=100');
  const found = all.find((one: { hash: string }) => one.hash === hash);
  return { paymentId, until, hash, receiptId: found.id as string };
}
const eventsOf = async () => (await readFeed(service, shop.of)).map(({ data }) => data);
const taken = () => storedItems(service, TakenTransferEntity.entityName);
const onePayment = async (id: string) => paymentNow(service, shop.of, id);

describe('receipts', () => {
  test('that are recorded together are listed by the time of their block, newest first, page by page, and by status', async () => {
    const { paymentId } = await attempt(service, shop.link);
    const at = service.clock.now;
    const mined = [3, 1, 2].map((minutes) => chain.mine(to, 5n * cent, at + minutes * minute));
    service.clock.advance(10 * minute);
    await readAddress(service, shop);
    const path = `${checkoutOf(shop.of)}/receipts`;
    const first = bodyOf(await service.get(`${path}?limit=2`, shop.owner));
    const rest = bodyOf(await service.get(`${path}?limit=2&cursor=${first.nextCursor}`, shop.owner));
    const hashes = [...first.data, ...rest.data].map(({ hash }) => hash);
    expect(hashes).toEqual([mined[0], mined[2], mined[1]].map((transfer) => transfer?.hash));
    expect(rest).not.toHaveProperty('nextCursor');
    expect(first.data[0]).toMatchObject({ status: 'unmatched', amount: '0.050000', ...to, livemode: false });
    expect(first.data[0]).not.toHaveProperty('paymentId');
    bodyOf(await assign(service, shop, first.data[0].id, paymentId));
    expect(await receiptsOf(service, shop, '?status=unmatched')).toHaveLength(2);
    expect(await receiptsOf(service, shop, '?status=assigned')).toMatchObject([{ id: first.data[0].id, paymentId }]);
    const other = await openShop(service);
    const foreign = await service.get(`${checkoutOf(other.of)}/receipts?cursor=${first.nextCursor}`, other.of);
    expect(faultsOf(foreign)).toEqual(['cursor: unrecognized']);
    expectError(await assign(service, other, first.data[0].id, paymentId), 'NOT_FOUND');
  });
});

describe('a receipt that is assigned', () => {
  test('leaves a payment pending while it is short, and makes it paid when the rest comes', async () => {
    const { paymentId, receiptId, hash } = await receipt(14_999n * cent + 9_999n);
    const answer = bodyOf(await assign(service, shop, receiptId, paymentId));
    expect(answer).toMatchObject({ id: receiptId, status: 'assigned', paymentId });
    expect(await onePayment(paymentId)).toMatchObject({
      status: 'pending',
      receivedBase: 14_999,
      externalId: `${hash}-3`,
      method: { hash },
    });
    expect(await eventsOf()).toEqual([]);

    const rest = await receipt(cent);
    bodyOf(await assign(service, shop, rest.receiptId, `${hash}-3`));
    const paid = await onePayment(paymentId);
    expect(paid).toMatchObject({ status: 'paid', receivedBase: 15_000, externalId: `${hash}-3`, method: { hash } });
    expect(paid).not.toHaveProperty('late');
    expect(await onePayment(`${rest.hash}-3`)).toEqual(paid);
    expect(await eventsOf()).toMatchObject([{ id: paymentId }]);
    expect((await auditRows(service, shop.of)).map(({ action }) => action)).toContain('crypto_receipt.assign');
    await expectSoundBooks(service, shop.of);
  });

  test('is short money that can be accepted; the exact amount is then a payment of its own', async () => {
    const { paymentId, receiptId } = await receipt(149n * 100n * cent);
    bodyOf(await assign(service, shop, receiptId, paymentId));
    const accepted = bodyOf(
      await service.post(`${checkoutOf(shop.of)}/payments/${paymentId}/accept`, shop.owner, undefined),
    );
    expect(accepted).toMatchObject({ status: 'paid', receivedBase: 14_900 });
    const [stored] = (await storedItems(service, 'checkoutPayment')).filter((one) => one.paymentId === paymentId);
    chain.mine(to, BigInt(String(stored?.reserved)), service.clock.now);
    await readAddress(service, shop);
    expect(await paymentsOn(service, shop.of, shop.link)).toMatchObject([
      { late: true, receivedBase: 15_000 },
      { id: paymentId, receivedBase: 14_900 },
    ]);
  });

  test('is late by the time of its block, and takes a place only when the amount is complete', async () => {
    const link = await linkOf(service, shop, { maxPayments: 5 });
    const { paymentId, receiptId } = await receipt(1n * cent, { link });
    bodyOf(await assign(service, shop, receiptId, paymentId));
    expect((await linkNow(service, link)).placesTaken).toBe(0);
    const rest = await receipt(15_000n * cent, { link, afterMs: 30 * minute + 1 });
    bodyOf(await assign(service, shop, rest.receiptId, paymentId));
    expect(await onePayment(paymentId)).toMatchObject({
      status: 'paid',
      late: true,
      receivedBase: 15_001,
      overBase: 1,
    });
    expect((await linkNow(service, link)).placesTaken).toBe(1);
  });

  test('again, by several at once and with the same key, stays as it is', async () => {
    const { paymentId, receiptId } = await receipt(15_000n * cent);
    const answers = await Promise.all([1, 2, 3].map(() => assign(service, shop, receiptId, paymentId)));
    service.clock.advance(minute);
    for (const answer of [...answers, await assign(service, shop, receiptId, paymentId)])
      expect(bodyOf(answer)).toEqual(bodyOf(answers[0] as never));
    expect(await onePayment(paymentId)).toMatchObject({ status: 'paid', receivedBase: 15_000 });
    expect(await eventsOf()).toHaveLength(1);
    expect(await taken()).toHaveLength(1);
  });

  test('to a payment that was paid is one of its own, late', async () => {
    const { paymentId, receiptId } = await receipt(15_000n * cent);
    bodyOf(await assign(service, shop, receiptId, paymentId));
    const more = await receipt(7n * cent, { link: await linkOf(service, shop, {}) });
    const answer = bodyOf(await assign(service, shop, more.receiptId, paymentId));
    expect(answer.paymentId).not.toBe(paymentId);
    expect(await onePayment(answer.paymentId)).toMatchObject({ status: 'paid', late: true, amountBase: 7 });
    expect(bodyOf(await assign(service, shop, more.receiptId, paymentId))).toEqual(answer);
    expect(bodyOf(await assign(service, shop, more.receiptId, answer.paymentId))).toEqual(answer);
  });

  test('to a payment that waited on another chain gives it the chain of its transfer', async () => {
    const { of, owner } = shop;
    const polygon = { ...to, chain: 'polygon' };
    const { accountId } = await registered(service, of, owner, cryptoAccount(polygon));
    const link = await storeLink(service, of, { methods: [{ kind: 'crypto', accountId, ...polygon }] });
    const { paymentId } = await attempt(service, link);
    const all = [];
    for (const amount of [15_000n * cent, 7n * cent]) {
      const { receiptId, hash } = await receipt(amount);
      all.push({ hash, ...bodyOf(await assign(service, shop, receiptId, paymentId)) });
    }
    expect(all[0].paymentId).toBe(paymentId);
    for (const { paymentId: on, hash } of all) {
      expect((await onePayment(on)).method).toEqual({ kind: 'crypto', chain: 'base', token: 'USDC', hash });
    }
  });

  test('to two payments at once is on one of them', async () => {
    const { paymentId, receiptId } = await receipt(15_000n * cent);
    const other = await attempt(service, shop.link, 'another');
    const answers = await Promise.all([
      assign(service, shop, receiptId, paymentId),
      assign(service, shop, receiptId, other.paymentId),
    ]);
    const [won, lost] = answers[0]?.status === 200 ? answers : answers.toReversed();
    expect(bodyOf(won as never).status).toBe('assigned');
    expectError(lost as never, 'CONFLICT');
    const all = await paymentsOn(service, shop.of, shop.link);
    expect(all.map(({ status }) => status as string).sort()).toEqual(['paid', 'pending']);
  });

  test('that another organization at the address took is a conflict, and nobody is named', async () => {
    const other = await openShop(service);
    const theirs = await attempt(service, other.link);
    const { paymentId, receiptId, hash } = await receipt(15_000n * cent);
    await readAddress(service, other);
    const [same] = await receiptsOf(service, other);
    expect(same.hash).toBe(hash);
    bodyOf(await assign(service, other, same.id, theirs.paymentId));
    const answer = await assign(service, shop, receiptId, paymentId);
    expectError(answer, 'CONFLICT');
    for (const secret of [other.organizationId, theirs.paymentId]) expect(answer.text).not.toContain(secret);
    expect(await onePayment(paymentId)).toMatchObject({ status: 'pending' });
    expect(await taken()).toHaveLength(1);
  });

  test.each(['before', 'after'] as const)(
    'by a process that dies %s any call is on the payment once',
    async (moment) => {
      for (let call = 1; call <= 12; call += 1) {
        const link = await linkOf(service, shop, {});
        const { paymentId, receiptId } = await receipt(15_000n * cent, { link });
        const { intercept, crashed } = crashAt({ call, moment });
        const process = service.process(intercept, { rails: chain.rails });
        const ended = assign(process, shop, receiptId, paymentId).catch(() => undefined);
        await Promise.race([crashed, ended]);
        service.clock.advance(lockMs);
        bodyOf(await assign(service, shop, receiptId, paymentId));
        expect(await onePayment(paymentId), `call ${call}`).toMatchObject({ status: 'paid', receivedBase: 15_000 });
      }
      expect(await eventsOf()).toHaveLength(12);
      expect(await taken()).toHaveLength(12);
    },
  );
});

describe('a receipt is not assigned', () => {
  test('where it is less than a cent', async () => {
    const { paymentId, receiptId } = await receipt(9_999n);
    expectError(await assign(service, shop, receiptId, paymentId), 'BAD_REQUEST');
    expect(await taken()).toEqual([]);
  });

  test('to a payment by card, in another token, that was simulated, or that nobody knows', async () => {
    const { receiptId } = await receipt(15_000n * cent);
    const refusal = async (paymentId: string) => {
      const answer = await assign(service, shop, receiptId, paymentId);
      expect(answer.status, answer.text).not.toBe(200);
      return answer.body.detail as string;
    };
    const paymentBy = async (methods: Link['methods']) => {
      const link = await linkOf(service, shop, { methods });
      return (await simulated(service, shop.of, link)).id as string;
    };
    expect(await refusal(await paymentBy([{ kind: 'card' }]))).toContain('by card');
    expect(await refusal(await paymentBy([{ kind: 'crypto', ...to }]))).toContain('simulated');
    const tether = await paymentBy([{ kind: 'crypto', ...to, token: 'USDT' }]);
    expect(await refusal(tether)).toContain('USDT');
    expectError(await assign(service, shop, receiptId, 'pay_none_none'), 'NOT_FOUND');
    expect(await taken()).toEqual([]);
  });

  test('in an organization that was suspended after the request was let in', async () => {
    const { paymentId, receiptId } = await receipt(15_000n * cent);
    const through = suspendedMeanwhile(service, shop.organizationId);
    expectError(await assign(through, shop, receiptId, paymentId), 'ACCOUNT_BLOCKED');
    expect(await taken()).toEqual([]);
  });

  test('in a suspended organization', async () => {
    const { paymentId, receiptId } = await receipt(15_000n * cent);
    await performed(service, 'suspend', { organizationId: shop.organizationId });
    expectError(await assign(service, shop, receiptId, paymentId), 'ACCOUNT_BLOCKED');
    expect(await taken()).toEqual([]);
  });
});
