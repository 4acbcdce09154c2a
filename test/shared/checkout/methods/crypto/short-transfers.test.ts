import { beforeEach, describe, expect, test } from 'vitest';
import { AttemptCountsEntity } from '../../../../../shared/checkout/attempts/attempt-counts.ts';
import type { Link } from '../../../../../shared/checkout/links/link.ts';
import type {
  CryptoAttempt,
  OpenedCrypto,
} from '../../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import { createCryptoPayment } from '../../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import {
  openMs,
  ReservedAmountEntity,
} from '../../../../../shared/checkout/methods/crypto/payments/reserved-amount.ts';
import { checkoutOf, linkNow, paymentNow, paymentsOn } from '../../../../functions/checkout/payments-support.ts';
import { storedItems } from '../../../../support/answers.ts';
import type { FakeChain } from '../../../../support/checkout/fake-chain.ts';
import { crashAt } from '../../../../support/crash.ts';
import { bodyOf, expectSoundBooks, readFeed } from '../../../../support/journey.ts';
import type { TestService } from '../../../../support/service.ts';
import {
  assign,
  attempt,
  cent,
  day,
  linkOf,
  minute,
  open,
  openShop,
  readAddress,
  receiptsOf,
  type Shop,
  serviceOnChain,
  to,
} from './support.ts';

let service: TestService;
let chain: FakeChain;
let shop: Shop;

beforeEach(async () => {
  ({ service, chain } = await serviceOnChain());
  shop = await openShop(service);
});

const now = () => service.clock.now;
const payment = (paymentId: string) => paymentNow(service, shop.of, paymentId);
const payments = (link = shop.link) => paymentsOn(service, shop.of, link);
const paidEvents = async () =>
  (await readFeed(service, shop.of)).filter(({ type }) => type === 'checkout_payment.paid');

/** Tokens come in, and an owner assigns what no attempt waited for. */
async function sendWrong(paymentId: string, amount: bigint): Promise<void> {
  chain.mine(to, amount, now());
  await readAddress(service, shop);
  const [receipt] = await receiptsOf(service, shop, '?status=unmatched');
  bodyOf(await assign(service, shop, receipt.id, paymentId));
}

/** An attempt of 150.00 of which 149.50 has come. */
async function short(link = shop.link, browser?: string): Promise<CryptoAttempt> {
  const begun = await attempt(service, link, browser);
  await sendWrong(begun.paymentId, 14_950n * cent);
  service.clock.advance(1);
  return begun;
}

/** Presses "Pay by crypto" again. */
async function rest(link = shop.link, browser = 'browser'): Promise<CryptoAttempt> {
  const opened = await open(service, link, browser, now());
  expect(opened).toMatchObject({ open: {}, short: { status: 'pending' } });
  return (opened as { open: CryptoAttempt }).open;
}

function another(link = shop.link, seenAt = now()): Promise<OpenedCrypto> {
  const press = { browser: 'browser', network: 'network', seenAt, another: true };
  return createCryptoPayment(service.runtime, link, press, {});
}

async function send({ amount }: CryptoAttempt, madeAt = now()): Promise<void> {
  chain.mine(to, amount, madeAt);
  await readAddress(service, shop);
}

describe('the rest', () => {
  test('completes its payment: paid once, with the sum of what came, in time, with one place', async () => {
    const link = await linkOf(service, shop, { maxPayments: 1 });
    const { paymentId } = await short(link);
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: 0 });
    // Long after the time of the first amount: the rest has a time of its own.
    service.clock.advance(day);
    const asked = await rest(link);
    expect(asked).toMatchObject({ paymentId, until: now() + openMs });
    expect(asked.amount / cent).toBe(50n);
    expect(await payment(paymentId)).toMatchObject({ status: 'pending', receivedBase: 149_50 });
    await send(asked);
    const paid = await payment(paymentId);
    expect(paid).toMatchObject({ status: 'paid', amountBase: 150_00, receivedBase: 150_00 });
    for (const absent of ['late', 'overBase']) expect(paid).not.toHaveProperty(absent);
    expect(await paidEvents()).toMatchObject([{ data: { id: paymentId, received: '150.00' } }]);
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: 1 });
    expect(await payments(link)).toHaveLength(1);
    expect((await receiptsOf(service, shop)).map(({ status }: { status: string }) => status)).toEqual(['assigned']);
    await expectSoundBooks(service, shop.of);
  });

  test('is asked for twice at once in two amounts of one payment; what is sent twice is a payment of its own', async () => {
    const { paymentId } = await short();
    const [one, two] = await Promise.all([rest(), rest()]);
    expect(one.paymentId).toBe(paymentId);
    expect(two.paymentId).toBe(paymentId);
    expect(one.amount).not.toBe(two.amount);
    await send(one);
    await send(two);
    expect(await payments()).toMatchObject([
      { status: 'paid', late: true, amountBase: 50, receivedBase: 50 },
      { id: paymentId, status: 'paid', receivedBase: 150_00 },
    ]);
    expect(await paidEvents()).toHaveLength(2);
  });

  test.each<[string, number, true | undefined]>([
    ['in the last moment of its time', 0, undefined],
    ['after its time', 1, true],
    ['at the end of the week', 7 * day, true],
  ])('mined %s completes its payment', async (_what, afterMs, late) => {
    const { paymentId } = await short();
    const asked = await rest();
    service.clock.now = asked.until + afterMs + minute;
    await send(asked, asked.until + afterMs);
    const paid = await payment(paymentId);
    expect(paid).toMatchObject({ status: 'paid', receivedBase: 150_00 });
    expect(paid.late).toBe(late);
  });

  test('sent in a wrong amount in its time, and assigned, is not late', async () => {
    const { paymentId } = await short();
    service.clock.advance(day);
    await rest();
    await sendWrong(paymentId, 60n * cent);
    const paid = await payment(paymentId);
    expect(paid).toMatchObject({ status: 'paid', receivedBase: 150_10, overBase: 10 });
    expect(paid).not.toHaveProperty('late');
  });

  test('of before more came in counts whole: what is too much is over', async () => {
    const { paymentId } = await short();
    const asked = await rest();
    await sendWrong(paymentId, 20n * cent);
    service.clock.advance(1);
    expect((await rest()).amount / cent).toBe(30n);
    await send(asked);
    expect(await payment(paymentId)).toMatchObject({ status: 'paid', receivedBase: 150_20, overBase: 20 });
  });

  test('sent as the whole by mistake is over, on the same payment', async () => {
    const begun = await short();
    await rest();
    await send(begun);
    expect(await payment(begun.paymentId)).toMatchObject({ status: 'paid', receivedBase: 299_50, overBase: 149_50 });
    expect(await payments()).toHaveLength(1);
  });

  test('that comes after an owner has accepted the short money is a payment of its own, late', async () => {
    const { paymentId } = await short();
    const asked = await rest();
    bodyOf(await service.post(`${checkoutOf(shop.of)}/payments/${paymentId}/accept`, shop.owner, undefined));
    await send(asked);
    expect(await payments()).toMatchObject([
      { status: 'paid', late: true, amountBase: 50 },
      { id: paymentId, status: 'paid', receivedBase: 149_50 },
    ]);
  });

  test('is late where somebody else has taken the last place meanwhile', async () => {
    const link = await linkOf(service, shop, { maxPayments: 1 });
    const { paymentId } = await short(link);
    const asked = await rest(link);
    await send(await attempt(service, link, 'another'));
    expect(await open(service, link, 'browser', now())).toMatchObject({ notPayable: 'full', short: { paymentId } });
    await send(asked);
    expect(await payment(paymentId)).toMatchObject({ status: 'paid', late: true });
  });

  test('ends with its link', async () => {
    const expiresAt = now() + day;
    const link = await linkOf(service, shop, { expiresAt });
    await short(link);
    service.clock.now = expiresAt - minute;
    expect((await rest(link)).until).toBe(expiresAt);
    service.clock.now = expiresAt;
    expect(await open(service, link, 'browser', now())).toMatchObject({ notPayable: 'expired', short: {} });
  });

  test('is not asked for while the chain is silent', async () => {
    const { paymentId } = await short();
    chain.isSilent = true;
    expect(await open(service, shop.link, 'browser', now())).toMatchObject({ silent: true, short: { paymentId } });
  });

  test('asked for while it comes in begins nothing', async () => {
    const { paymentId } = await short();
    const asked = await rest();
    chain.mine(to, asked.amount, now());
    const [opened] = await Promise.all([open(service, shop.link, 'browser', now()), readAddress(service, shop)]);
    expect('open' in opened ? opened.open : 'received' in opened && opened.received).toMatchObject({ paymentId });
    expect(await payments()).toMatchObject([{ id: paymentId, status: 'paid', receivedBase: 150_00 }]);
  });

  test('of another browser, or organization at the address, is never shown', async () => {
    await short();
    const other = await openShop(service);
    for (const opened of [await open(service, shop.link, 'another'), await open(service, other.link)]) {
      expect(opened).not.toHaveProperty('short.status');
      expect((opened as { open: CryptoAttempt }).open.amount / cent).toBe(15_000n);
    }
  });

  test('is reserved and counted together, wherever the process is killed', async () => {
    for (const moment of ['before', 'after'] as const) {
      for (let call = 1, isOver = false; !isOver; call += 1) {
        const link = await linkOf(service, shop, {});
        const { paymentId } = await short(link);
        const { intercept, crashed } = crashAt({ call, moment });
        const process = service.process(intercept, { rails: chain.rails });
        const press = createCryptoPayment(
          process.runtime,
          link,
          { browser: 'browser', network: 'network', seenAt: now() },
          {},
        );
        isOver = (await Promise.race([crashed, press])) !== 'crashed';
        const what = `killed ${moment} call ${call}`;
        const amounts = (await storedItems(service, ReservedAmountEntity.entityName)).filter(
          (reserved) => reserved.paymentId === paymentId,
        );
        expect(await transfersOn(link), what).toBe(amounts.length);
        await send(await rest(link));
        expect(await payments(link), what).toMatchObject([{ status: 'paid', receivedBase: 150_00 }]);
        service.clock.advance(openMs);
      }
    }
  });

  async function transfersOn({ linkId }: Link): Promise<number> {
    const counts = await storedItems(service, AttemptCountsEntity.entityName);
    const all = counts.find((one) => one.linkId === linkId && one.network === 'all');
    const { transfers = [] } = (all ?? {}) as { transfers?: { count: number }[] };
    return transfers.reduce((sum, { count }) => sum + count, 0);
  }
});

describe('another payment', () => {
  test('begins beside the short one, which its older views still are about', async () => {
    const { paymentId } = await short();
    const asked = await rest();
    const before = now();
    service.clock.advance(1_000);
    const begun = (await another()) as { open: CryptoAttempt };
    expect(begun).not.toHaveProperty('short.status');
    expect(begun.open.paymentId).not.toBe(paymentId);
    service.clock.advance(1_000);
    expect(await open(service, shop.link, 'browser', now())).toEqual(begun);
    expect(await open(service, shop.link, 'browser', before)).toMatchObject({ open: { paymentId } });
    await send(asked);
    await send(begun.open);
    expect(await payments()).toMatchObject([
      { status: 'paid' },
      { id: paymentId, status: 'paid', receivedBase: 150_00 },
    ]);
    expect(await paidEvents()).toHaveLength(2);
  });

  test('asked for twice at once, and again, begins once', async () => {
    await short();
    const seenAt = now();
    service.clock.advance(1_000);
    const [one, two] = await Promise.all([another(shop.link, seenAt), another(shop.link, seenAt)]);
    expect(two).toEqual(one);
    service.clock.advance(1_000);
    expect(await another(shop.link, seenAt)).toEqual(one);
    const { paymentId } = (one as { open: CryptoAttempt }).open;
    await send((one as { open: CryptoAttempt }).open);
    service.clock.advance(1_000);
    expect(await another(shop.link, seenAt), 'once it is paid').toMatchObject({ received: { paymentId } });
    expect(await payments()).toHaveLength(2);
  });

  test('is begun also when the first is completed meanwhile, and not where nothing came', async () => {
    const begun = await attempt(service, shop.link);
    expect(await another()).toMatchObject({ open: { paymentId: begun.paymentId } });
    await sendWrong(begun.paymentId, 14_950n * cent);
    const seenAt = now();
    await sendWrong(begun.paymentId, 50n * cent);
    service.clock.advance(1_000);
    const [one, two] = [await another(shop.link, seenAt), await another(shop.link, seenAt)];
    expect(one).toHaveProperty('open');
    expect(two).toEqual(one);
    expect(await payments()).toMatchObject([{ status: 'pending' }, { id: begun.paymentId, status: 'paid' }]);
  });
});
