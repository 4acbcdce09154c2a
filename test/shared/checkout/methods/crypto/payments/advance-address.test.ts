import { beforeEach, describe, expect, test } from 'vitest';
import { type Link, LinkEntity } from '../../../../../../shared/checkout/links/link.ts';
import {
  AddressWatchEntity,
  watchRef,
} from '../../../../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import {
  type CryptoAttempt,
  createCryptoPayment,
} from '../../../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import {
  mostTaken,
  readAddress as readOnce,
} from '../../../../../../shared/checkout/methods/crypto/payments/read-address.ts';
import { TakenTransferEntity } from '../../../../../../shared/checkout/methods/crypto/payments/taken-transfer.ts';
import { leaseMs } from '../../../../../../shared/journal/due/claim-work.ts';
import { dueRef } from '../../../../../../shared/journal/due/due-work.ts';
import { linkNow, paymentNow, paymentsOn } from '../../../../../functions/checkout/payments-support.ts';
import { storedItems } from '../../../../../support/answers.ts';
import type { FakeChain } from '../../../../../support/checkout/fake-chain.ts';
import { crashAt } from '../../../../../support/crash.ts';
import { expectSoundBooks, readFeed } from '../../../../../support/journey.ts';
import { performed } from '../../../../../support/operations.ts';
import type { TestService } from '../../../../../support/service.ts';
import {
  attempt,
  cent,
  day,
  linkOf,
  minute,
  openShop,
  readAddress,
  receiptsOf,
  type Shop,
  serviceOnChain,
  to,
  workOn,
} from '../support.ts';

let service: TestService;
let chain: FakeChain;
let shop: Shop;

beforeEach(async () => {
  ({ service, chain } = await serviceOnChain());
  shop = await openShop(service);
});

const now = () => service.clock.now;
const watchOf = async ({ organizationId, accountId }: Shop) => {
  const watch = await service.runtime.store.get(watchRef(organizationId, accountId));
  if (!watch) throw new Error('nobody watches the address');
  return watch;
};
const payments = (link = shop.link, of = shop.of) => paymentsOn(service, of, link);
const paidEvents = async (of = shop.of) =>
  (await readFeed(service, of)).filter(({ type }) => type === 'checkout_payment.paid');
const taken = () => storedItems(service, TakenTransferEntity.entityName);

describe('the exact amount', () => {
  test('pays the attempt that reserved it, in cents, with the transfer as its id, and takes a place', async () => {
    const link = await linkOf(service, shop, { maxPayments: 3 });
    const { amount, paymentId } = await attempt(service, link);
    const { hash } = chain.mine(to, amount, now());
    await readAddress(service, shop);
    const payment = await paymentNow(service, shop.of, paymentId);
    expect(payment).toMatchObject({
      status: 'paid',
      amountBase: 15_000,
      receivedBase: 15_000,
      externalId: `${hash}-3`,
    });
    expect(payment.method).toEqual({ kind: 'crypto', chain: 'base', token: 'USDC', hash });
    for (const absent of ['late', 'overBase']) expect(payment).not.toHaveProperty(absent);
    expect(await paymentNow(service, shop.of, `${hash}-3`)).toEqual(payment);
    expect((await linkNow(service, link)).placesTaken).toBe(1);
    expect(await paidEvents()).toMatchObject([{ data: { id: paymentId, received: '150.00' } }]);
    expect(await receiptsOf(service, shop)).toEqual([]);
    await expectSoundBooks(service, shop.of);
  });

  test('counts only when it is final', async () => {
    chain.behind = 2;
    const { amount, paymentId } = await attempt(service, shop.link);
    chain.mine(to, amount, now());
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'pending' });
    chain.latest += 2;
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'paid' });
  });

  test('sent again is a payment of its own, late, with its own id; its transfers are counted once each', async () => {
    const { amount, paymentId } = await attempt(service, shop.link);
    const first = chain.mine(to, amount, now());
    const second = chain.mine(to, amount, now());
    await readAddress(service, shop);
    const [extra, ...others] = await payments();
    expect(others).toMatchObject([{ id: paymentId, externalId: `${first.hash}-3`, status: 'paid' }]);
    expect(extra).toMatchObject({
      status: 'paid',
      late: true,
      amountBase: 15_000,
      taxBase: 0,
      externalId: `${second.hash}-3`,
      method: { hash: second.hash },
    });
    expect(extra).not.toHaveProperty('reserved');
    expect(await paidEvents()).toHaveLength(2);
    expect(await taken()).toHaveLength(2);
  });

  test('read again, and by two workers at once, counts once', async () => {
    const { amount } = await attempt(service, shop.link);
    chain.mine(to, amount, now());
    chain.mine(to, amount + 1n, now());
    const watch = await watchOf(shop);
    const other = service.process((_call, send) => send(), { rails: chain.rails });
    await Promise.all([
      readOnce(service.runtime, watch),
      readOnce(other.runtime, watch),
      readOnce(other.runtime, watch),
    ]);
    await service.runtime.store.put(AddressWatchEntity, watch);
    await readAddress(service, shop);
    expect(await payments()).toMatchObject([{ status: 'paid', receivedBase: 15_000 }]);
    expect(await paidEvents()).toHaveLength(1);
    expect(await receiptsOf(service, shop)).toHaveLength(1);
    expect((await watchOf(shop)).nextBlock).toBe(chain.latest + 1);
  });

  test('of a suspended organization is recorded: the money was taken', async () => {
    const { amount } = await attempt(service, shop.link);
    chain.mine(to, amount, now());
    await performed(service, 'suspend', { organizationId: shop.organizationId });
    await readAddress(service, shop);
    const stored = await storedItems(service, 'checkoutPayment');
    expect(stored).toMatchObject([{ status: 'paid' }]);
  });
});

describe('nothing is matched by nearness', () => {
  test.each([
    ['less by a millionth', -1n],
    ['more by a millionth', 1n],
  ])('%s is a receipt', async (_name, by) => {
    const { amount, paymentId } = await attempt(service, shop.link);
    const { hash, block } = chain.mine(to, amount + by, now());
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'pending' });
    expect(await receiptsOf(service, shop)).toMatchObject([
      { status: 'unmatched', hash, block, logIndex: 3, accountId: shop.accountId, ...to },
    ]);
    expect(await taken()).toEqual([]);
    expect(await readFeed(service, shop.of)).toEqual([]);
  });

  test('the total itself is a receipt, and so is what was mined before the amount was reserved', async () => {
    await attempt(service, shop.link, 'first');
    const seen = chain.latest;
    const { amount, paymentId } = await attempt(service, shop.link);
    chain.mine(to, 15_000n * cent, now());
    chain.mine(to, amount, now(), { block: seen + 1 });
    await readAddress(service, shop);
    expect((await receiptsOf(service, shop)).map(({ amount }: { amount: string }) => amount)).toEqual(['150.000000']);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'paid' });

    chain.mine(to, 1n, now());
    const next = await attempt(service, shop.link, 'next');
    chain.mine(to, next.amount, now(), { block: chain.latest });
    await readAddress(service, shop);
    expect(await receiptsOf(service, shop)).toHaveLength(3);
    expect(await paymentNow(service, shop.of, next.paymentId)).toMatchObject({ status: 'pending' });
  });

  test('a transfer of nothing is nothing', async () => {
    await attempt(service, shop.link);
    chain.mine(to, 0n, now());
    await readAddress(service, shop);
    expect(await receiptsOf(service, shop)).toEqual([]);
  });

  test('what another organization at the same address waits for is left to it; the rest is a receipt of both', async () => {
    const other = await openShop(service);
    await attempt(service, shop.link);
    const { amount, paymentId } = await attempt(service, other.link);
    chain.mine(to, amount, now());
    chain.mine(to, 7n, now());
    await readAddress(service, shop);
    expect(await receiptsOf(service, shop)).toMatchObject([{ amount: '0.000007' }]);
    await readAddress(service, other);
    expect(await receiptsOf(service, other)).toMatchObject([{ amount: '0.000007' }]);
    expect(await paymentNow(service, other.of, paymentId)).toMatchObject({ status: 'paid' });
    expect(await payments()).toMatchObject([{ status: 'pending' }]);
    expect(await readFeed(service, shop.of)).toEqual([]);
  });

  test('what was read before another organization reserved its amount is a receipt of both, although a node was behind', async () => {
    const other = await openShop(service);
    for (const { link } of [shop, other]) await attempt(service, link);
    const offset = 8n;
    const { amount, hash } = chain.mine(to, 15_000n * cent + offset, now());
    await readAddress(service, other);
    chain.latest -= 1;
    const paymentId = await attemptWith(offset, other.link);
    chain.latest += 1;
    await readAddress(service, shop);
    await readAddress(service, other);
    for (const one of [shop, other]) {
      expect(await receiptsOf(service, one)).toMatchObject([{ hash, amount: `150.${amount.toString().slice(-6)}` }]);
    }
    expect(await paymentNow(service, other.of, paymentId)).toMatchObject({ status: 'pending', reserved: '150.000008' });
  });

  /** Begins an attempt whose amount lies so much above the total. */
  async function attemptWith(offset: bigint, link: Link): Promise<string> {
    const token = () => (offset - 1n).toString(16).padStart(8, '0').repeat(4);
    const runtime = { ...service.runtime, ids: { ...service.runtime.ids, token } };
    const opened = await createCryptoPayment(
      runtime,
      link,
      { browser: 'another', network: 'network', seenAt: service.clock.now },
      {},
    );
    return (opened as { open: CryptoAttempt }).open.paymentId;
  }
});

describe('late money', () => {
  test.each([
    ['in the last moment', 0, undefined],
    ['afterwards', 1, true],
    ['a week later', 7 * day, true],
  ])('mined %s finds its attempt', async (_name, afterMs, late) => {
    const { amount, paymentId, until } = await attempt(service, shop.link);
    service.clock.now = until + afterMs + minute;
    chain.mine(to, amount, until + afterMs);
    await readAddress(service, shop);
    const payment = await paymentNow(service, shop.of, paymentId);
    expect(payment.status).toBe('paid');
    expect(payment.late).toBe(late);
  });

  test("mined after that week is a receipt, although its amount is nobody else's", async () => {
    const { amount, paymentId, until } = await attempt(service, shop.link);
    service.clock.now = until + 7 * day + minute;
    chain.mine(to, amount, until + 7 * day + 1);
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'pending' });
    expect(await receiptsOf(service, shop)).toHaveLength(1);
  });

  test('is what was mined when the link was paused, expired or full: by the time of its block', async () => {
    const expiresAt = now() + 10 * minute;
    const paid = async (change: object, madeAt: (pausedAt: number) => number) => {
      const link = await linkOf(service, shop, change);
      const { amount, paymentId } = await attempt(service, link);
      const pausedAt = now() + minute;
      const updatedAt = new Date(pausedAt).toISOString();
      if (!('expiresAt' in change || 'maxPayments' in change)) {
        await service.runtime.store.put(LinkEntity, { ...(await linkNow(service, link)), status: 'paused', updatedAt });
      }
      if ('maxPayments' in change) await service.runtime.store.put(LinkEntity, { ...link, placesTaken: 1 });
      chain.mine(to, amount, madeAt(pausedAt));
      await readAddress(service, shop);
      return (await paymentNow(service, shop.of, paymentId)).late;
    };
    expect(await paid({}, (pausedAt) => pausedAt - 1)).toBeUndefined();
    expect(await paid({}, (pausedAt) => pausedAt)).toBe(true);
    expect(await paid({ expiresAt }, () => expiresAt - 1)).toBeUndefined();
    expect(await paid({ expiresAt }, () => expiresAt)).toBe(true);
    expect(await paid({ maxPayments: 1 }, () => now())).toBe(true);
  });
});

describe('a worker that dies', () => {
  test('at any call loses nothing and counts nothing twice', async () => {
    let died = 0;
    for (let call = 1; call <= 40; call += 1) {
      const moment = call % 2 ? 'before' : 'after';
      const link = await linkOf(service, shop, {});
      const { amount, paymentId } = await attempt(service, link, `browser ${call}`);
      const { hash } = chain.mine(to, amount, now());
      const odd = chain.mine(to, 100n + BigInt(call), now());
      const { intercept, crashed } = crashAt({ call: Math.ceil(call / 2), moment });
      const process = service.process(intercept, { rails: chain.rails });
      const end = await Promise.race([crashed, readAddress(service, shop, process)]);
      if (end === 'crashed') died += 1;
      service.clock.advance(leaseMs);
      await readAddress(service, shop);
      expect(await payments(link), `call ${call}`).toMatchObject([
        { id: paymentId, status: 'paid', receivedBase: 15_000, method: { hash } },
      ]);
      const receipts = await receiptsOf(service, shop, '?limit=100');
      expect(receipts.filter((receipt: { hash: string }) => receipt.hash === odd.hash)).toHaveLength(1);
      service.clock.advance(minute);
    }
    expect(died).toBeGreaterThan(10);
    expect(died).toBeLessThan(40);
    expect(await paidEvents()).toHaveLength(40);
    await expectSoundBooks(service, shop.of);
  });
});

describe('the address', () => {
  const pauseMs = async () => ((await workOn(service, shop))?.dueAt as number) - now();

  test('is read every five seconds while buyers may pay, every ten minutes for a week, and then not any more', async () => {
    const { until } = await attempt(service, shop.link);
    await readAddress(service, shop);
    expect(await pauseMs()).toBe(5_000);
    service.clock.now = until + 19 * minute;
    await readAddress(service, shop);
    expect(await pauseMs()).toBe(5_000);
    service.clock.now = until + 20 * minute;
    await readAddress(service, shop);
    expect(await pauseMs()).toBe(10 * minute);
    service.clock.now = until + 7 * day + 20 * minute;
    await readAddress(service, shop);
    expect(await workOn(service, shop)).toBeUndefined();
  });

  test('is read from where it was left: what came while nobody watched becomes receipts', async () => {
    const { until } = await attempt(service, shop.link);
    service.clock.now = until + 8 * day;
    await readAddress(service, shop);
    const sent = chain.mine(to, 5n * cent, now());
    // More blocks than are read in one claim.
    chain.latest += 60_000;
    const { amount, paymentId } = await attempt(service, shop.link, 'the next one');
    chain.mine(to, amount, now());
    await readAddress(service, shop);
    expect(await pauseMs()).toBe(0);
    await readAddress(service, shop);
    expect(await receiptsOf(service, shop)).toMatchObject([{ hash: sent.hash }]);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'paid' });
  });

  test('that many send to at once is read in rounds, none left out', async () => {
    await attempt(service, shop.link);
    const block = chain.latest + 1;
    const count = 2 * mostTaken + 3;
    for (let index = 0; index < count; index += 1) chain.mine(to, cent, now(), { block, logIndex: index });
    for (let round = 1; round <= 3; round += 1) {
      await readAddress(service, shop);
      expect(await receiptsOf(service, shop, '?limit=100')).toHaveLength(Math.min(count, round * mostTaken));
    }
    expect((await watchOf(shop)).nextBlock).toBe(chain.latest + 1);
  });

  test('waits while the chain is silent, and is read when it answers', async () => {
    const { amount, paymentId } = await attempt(service, shop.link);
    chain.mine(to, amount, now());
    chain.isSilent = true;
    for (let round = 0; round < 12; round += 1) await readAddress(service, shop);
    const { organizationId, accountId: resourceId } = shop;
    const work = await service.runtime.store.get(dueRef({ organizationId, kind: 'checkout', resourceId }));
    expect(work).toMatchObject({ attempts: 0, unavailableSince: expect.any(Number) });
    chain.isSilent = false;
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'paid' });
  });

  test('keeps an attempt that is opened while it is read', async () => {
    await attempt(service, shop.link);
    chain.mine(to, 1n, now());
    let second: Promise<unknown> | undefined;
    chain.onAsked = () => {
      second ??= attempt(service, shop.link, 'another');
    };
    await readAddress(service, shop);
    await second;
    const { opened, nextBlock } = await watchOf(shop);
    expect(opened.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(nextBlock).toBe(chain.latest + 1);
  });
});
