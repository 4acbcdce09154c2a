import { beforeEach, describe, expect, test } from 'vitest';
import { CollectionAccountEntity } from '../../../../../../shared/checkout/accounts/account.ts';
import { LinkEntity } from '../../../../../../shared/checkout/links/link.ts';
import {
  AddressWatchEntity,
  mostOpen,
  watchRef,
} from '../../../../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import { drawAmounts } from '../../../../../../shared/checkout/methods/crypto/payments/amounts.ts';
import {
  type CryptoAttempt,
  createCryptoPayment,
} from '../../../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import {
  openMs,
  ReservedAmountEntity,
  reservedRef,
} from '../../../../../../shared/checkout/methods/crypto/payments/reserved-amount.ts';
import { sandboxRails } from '../../../../../../shared/providers/sandbox/rails-without-network.ts';
import { linkNow, paymentNow, paymentsOn } from '../../../../../functions/checkout/payments-support.ts';
import { storedItems } from '../../../../../support/answers.ts';
import type { FakeChain } from '../../../../../support/checkout/fake-chain.ts';
import { readFeed } from '../../../../../support/journey.ts';
import { performed } from '../../../../../support/operations.ts';
import type { TestService } from '../../../../../support/service.ts';
import {
  attempt,
  cent,
  day,
  linkOf,
  minute,
  open,
  openShop,
  readAddress,
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

const place = { mode: 'sandbox', ...to } as const;
const reservedNow = (amount: bigint) => service.runtime.store.get(reservedRef(place, amount));

describe('the amount', () => {
  test('is drawn above the total by less than a cent, and never the total itself', () => {
    const drawn = Array.from({ length: 20_000 }, (_, index) => {
      const word = (index % 10_000).toString(16).padStart(8, '0');
      return drawAmounts({ token: () => word.repeat(4) }, 150n * 100n * cent);
    }).flat();
    const offsets = drawn.map((amount) => amount - 150n * 100n * cent);
    expect(offsets.every((offset) => offset >= 1n && offset <= 9_999n)).toBe(true);
    expect(new Set(offsets).size).toBe(9_999);
  });

  test('is reserved, and its payment is pending: no place is taken, nothing is announced', async () => {
    const link = await linkOf(service, shop, { maxPayments: 1 });
    const { paymentId, amount, until, ...rest } = await attempt(service, link);
    expect(rest).toEqual(to);
    expect(amount / cent).toBe(15_000n);
    expect(until).toBe(service.clock.now + openMs);
    const payment = await paymentNow(service, shop.of, paymentId);
    expect(payment).toMatchObject({ status: 'pending', amountBase: 15_000, method: { kind: 'crypto', ...at } });
    expect(payment.reserved).toBe(`150.${(amount % (100n * cent)).toString().padStart(6, '0')}`);
    expect(payment).not.toHaveProperty('externalId');
    expect(await reservedNow(amount)).toMatchObject({
      organizationId: shop.organizationId,
      paymentId,
      seenBlock: chain.latest,
      openUntil: until,
      keptUntil: until + 7 * day,
    });
    expect((await linkNow(service, link)).placesTaken).toBe(0);
    expect(await readFeed(service, shop.of)).toEqual([]);
  });
  const { address: _, ...at } = to;

  test('ends with its link', async () => {
    const expiresAt = service.clock.now + minute;
    expect((await attempt(service, await linkOf(service, shop, { expiresAt }))).until).toBe(expiresAt);
  });

  test('is another one for every browser and organization', async () => {
    const other = await openShop(service);
    const all = await Promise.all([
      attempt(service, shop.link, 'a'),
      attempt(service, shop.link, 'b'),
      attempt(service, other.link, 'a'),
    ]);
    expect(new Set(all.map(({ amount }) => amount)).size).toBe(3);
  });

  /** Makes every draw of the process the same. */
  const drawingAlike = () => ({ ...service.runtime, ids: { ...service.runtime.ids, token: tokens() } });
  const tokens = () => {
    let count = 0;
    // The requests' own tokens differ; only the first two are the draw.
    return () => (count++ < 2 ? '00000007'.repeat(4) : service.runtime.ids.token());
  };

  test('that somebody else has is not given to another: busy, also for two at once', async () => {
    const other = await openShop(service);
    const opened = await Promise.all([
      createCryptoPayment(drawingAlike(), shop.link, { browser: 'a', network: 'network', seenAt: 0 }, {}),
      createCryptoPayment(drawingAlike(), other.link, { browser: 'b', network: 'network', seenAt: 0 }, {}),
    ]);
    expect(opened).toContainEqual({ notPayable: 'busy' });
    expect(opened.filter((one) => 'open' in one)).toHaveLength(1);
    expect(await storedItems(service, ReservedAmountEntity.entityName)).toHaveLength(1);
  });

  test('is taken over once nobody waits for its late money any more, and not before', async () => {
    const other = await openShop(service);
    const opened = await createCryptoPayment(
      drawingAlike(),
      shop.link,
      { browser: 'a', network: 'network', seenAt: 0 },
      {},
    );
    const { amount } = (opened as { open: CryptoAttempt }).open;
    service.clock.advance(openMs + 7 * day - 1);
    expect(
      await createCryptoPayment(drawingAlike(), other.link, { browser: 'b', network: 'network', seenAt: 0 }, {}),
    ).toEqual({
      notPayable: 'busy',
    });
    service.clock.advance(1);
    const second = await createCryptoPayment(
      drawingAlike(),
      other.link,
      { browser: 'b', network: 'network', seenAt: 0 },
      {},
    );
    expect(second).toMatchObject({ open: { amount } });
    expect(await reservedNow(amount)).toMatchObject({ organizationId: other.organizationId, version: 2 });
  });
});

describe('a browser', () => {
  test('that submits again, or often at once, keeps its amount and has one payment', async () => {
    const all = await Promise.all([1, 2, 3].map(() => attempt(service, shop.link)));
    service.clock.advance(openMs - 1);
    expect(await attempt(service, shop.link)).toEqual(all[0]);
    expect(new Set(all.map(({ amount }) => amount)).size).toBe(1);
    expect(await paymentsOn(service, shop.of, shop.link)).toHaveLength(1);
  });

  test('that comes back after its time begins anew; what it had begun stays pending', async () => {
    const first = await attempt(service, shop.link);
    service.clock.advance(openMs);
    const second = await attempt(service, shop.link);
    expect(second.amount).not.toBe(first.amount);
    expect(await paymentNow(service, shop.of, first.paymentId)).toMatchObject({ status: 'pending' });
  });

  test('that has paid is told so in views from before, at any time, on a full and a paused link too', async () => {
    const link = await linkOf(service, shop, { maxPayments: 1 });
    const { amount, paymentId, until } = await attempt(service, link);
    chain.mine(to, amount, service.clock.now);
    await readAddress(service, shop);
    expect(await open(service, link)).toMatchObject({ received: { paymentId, status: 'paid' } });
    expect(await open(service, link, 'another')).toEqual({ notPayable: 'full' });
    await service.runtime.store.put(LinkEntity, { ...(await linkNow(service, link)), status: 'paused' });
    expect(await open(service, link)).toMatchObject({ received: { paymentId } });
    service.clock.now = until;
    expect(await open(service, link)).toMatchObject({ received: { paymentId } });
  });

  test('that has paid pays again in a view from afterwards, and only there', async () => {
    const first = await attempt(service, shop.link);
    chain.mine(to, first.amount, service.clock.now);
    await readAddress(service, shop);
    const paidAt = service.clock.now;
    expect(await open(service, shop.link, 'browser', paidAt)).toMatchObject({ received: { status: 'paid' } });
    service.clock.advance(1_000);
    const views = await Promise.all([1, 2].map(() => open(service, shop.link, 'browser', service.clock.now)));
    expect(views[0]).toEqual(views[1]);
    expect(views[0]).toMatchObject({ open: { paymentId: expect.not.stringMatching(first.paymentId) } });
    expect(await open(service, shop.link)).toMatchObject({ received: { paymentId: first.paymentId } });
    expect(await paymentsOn(service, shop.of, shop.link)).toHaveLength(2);
  });

  test('reads its amount while the chain is silent; nobody begins anew', async () => {
    const first = await attempt(service, shop.link);
    chain.isSilent = true;
    expect(await open(service, shop.link)).toEqual({ open: first });
    expect(await open(service, shop.link, 'another')).toEqual({ silent: true });
    expect(await paymentsOn(service, shop.of, shop.link)).toHaveLength(1);
  });
});

describe('nobody begins', () => {
  const reasonOf = async (link = shop.link) => (await open(service, link, 'new')) as { notPayable: string };

  test('on a link that is paused, expired or full, or that offers no crypto', async () => {
    expect(await reasonOf(await linkOf(service, shop, { status: 'paused' }))).toEqual({ notPayable: 'paused' });
    const expiresAt = service.clock.now;
    expect(await reasonOf(await linkOf(service, shop, { expiresAt }))).toEqual({ notPayable: 'expired' });
    const full = await linkOf(service, shop, { maxPayments: 2, placesTaken: 2 });
    expect(await reasonOf(full)).toEqual({ notPayable: 'full' });
    const byCard = await linkOf(service, shop, { methods: [{ kind: 'card' }] });
    expect(await reasonOf(byCard)).toEqual({ notPayable: 'noMethod' });
    const { runtime } = service.process((_call, send) => send(), { rails: () => sandboxRails });
    expect(
      await createCryptoPayment(runtime, shop.link, { browser: 'new', network: 'network', seenAt: 0 }, {}),
      'no chain',
    ).toEqual({ notPayable: 'noMethod' });
    expect(await storedItems(service, ReservedAmountEntity.entityName)).toEqual([]);
  });

  test('of a suspended organization, nor is who has begun told anything', async () => {
    await attempt(service, shop.link);
    await performed(service, 'suspend', { organizationId: shop.organizationId });
    expect(await open(service, shop.link)).toEqual({ notPayable: 'unavailable' });
  });

  test('at an account that was removed', async () => {
    await attempt(service, shop.link);
    const [account = {}] = await storedItems(service, CollectionAccountEntity.entityName);
    await service.runtime.store.put(CollectionAccountEntity, { ...account, status: 'removed' } as never);
    expect(await open(service, shop.link)).toEqual({ notPayable: 'noMethod' });
  });

  test('beyond five hundred in half an hour at one address, whatever the link', async () => {
    const { organizationId, accountId } = shop;
    await attempt(service, shop.link);
    const wanted = watchRef(organizationId, accountId);
    const watch = await service.runtime.store.get(wanted);
    const opened = [{ since: service.clock.now, count: mostOpen - 1 }];
    await service.runtime.store.put(AddressWatchEntity, { ...watch, opened } as never);
    await attempt(service, await linkOf(service, shop, {}), 'the last one');
    expect(await reasonOf(await linkOf(service, shop, {}))).toEqual({ notPayable: 'busy' });
    expect(await open(service, shop.link)).toHaveProperty('open');
    service.clock.advance(openMs + 5 * minute);
    expect(await reasonOf()).toHaveProperty('open');
    expect((await service.runtime.store.get(wanted))?.opened).toMatchObject([{ count: 1 }]);
  });
});

describe('the reading of the address', () => {
  test('is asked for by the first attempt, and not put off by the others', async () => {
    await attempt(service, shop.link, 'a');
    const work = await workOn(service, shop);
    expect(work).toMatchObject({ dueAt: service.clock.now + 5_000 });
    service.clock.advance(4_000);
    await attempt(service, shop.link, 'b');
    expect(await workOn(service, shop)).toEqual(work);
  });

  test('is asked for again where it has become seldom, also of work that was parked', async () => {
    await attempt(service, shop.link, 'a');
    service.clock.advance(openMs);
    await attempt(service, shop.link, 'b');
    expect(await workOn(service, shop)).toMatchObject({ dueAt: service.clock.now + 5_000, claims: 0 });
  });
});
