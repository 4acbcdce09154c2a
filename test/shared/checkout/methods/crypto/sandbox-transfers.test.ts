import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CryptoAttempt,
  createCryptoPayment,
} from '../../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import { sendTestTransferFor } from '../../../../../shared/checkout/methods/crypto/payments/send-test-transfer-for.ts';
import { lockMs } from '../../../../../shared/journal/idempotency/record.ts';
import { blockMs } from '../../../../../shared/providers/sandbox/chain/chain.ts';
import { SandboxTransferEntity } from '../../../../../shared/providers/sandbox/chain/transfer-record.ts';
import { remove } from '../../../../functions/checkout/accounts-support.ts';
import { checkoutOf, paymentNow } from '../../../../functions/checkout/payments-support.ts';
import { expectError, faultsOf, storedItems } from '../../../../support/answers.ts';
import { crashAt } from '../../../../support/crash.ts';
import { bodyOf } from '../../../../support/journey.ts';
import { TestService } from '../../../../support/service.ts';
import { attempt, openShop, readAddress, receiptsOf, type Shop, to } from './support.ts';

let service: TestService;
let shop: Shop;

beforeEach(async () => {
  service = await TestService.start({ rateLimitOverride: 100_000 });
  shop = await openShop(service);
});

const path = (of = shop.of) => `${checkoutOf(of)}/sandbox/transfers`;
const send = (
  amount: string,
  { of = shop.of, ...change }: Partial<Shop> & object = {},
  by = service,
  key = randomUUID(),
) => by.post(path(of), of, { ...to, amount, ...change }, { idempotencyKey: key });
const textOf = (amount: bigint) => `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`;
const logs = () => storedItems(service, SandboxTransferEntity.entityName);

describe('a transfer on the simulated chain', () => {
  test('is in the next block, final five blocks later, and then pays the attempt whose amount it is', async () => {
    const { amount, paymentId } = await attempt(service, shop.link);
    const latest = Math.floor(service.clock.now / blockMs);
    const sent = bodyOf(await send(textOf(amount)), 201);
    expect(sent).toEqual({
      ...to,
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      logIndex: 0,
      amount: textOf(amount),
      block: latest + 1,
      finalAt: new Date((latest + 6) * blockMs).toISOString(),
    });
    service.clock.now = Date.parse(sent.finalAt) - 1;
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'pending' });
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({
      status: 'paid',
      externalId: `${sent.hash}-0`,
    });
  });

  test('of any other amount is a receipt, and no other organization at the address sees it', async () => {
    const other = await openShop(service);
    await attempt(service, shop.link);
    await attempt(service, other.link);
    bodyOf(await send('150'), 201);
    service.clock.advance(7 * blockMs);
    for (const one of [shop, other]) await readAddress(service, one);
    expect(await receiptsOf(service, shop)).toMatchObject([{ amount: '150.000000' }]);
    expect(await receiptsOf(service, other)).toEqual([]);
  });

  test('of an amount that another organization has reserved at the same address is a receipt of whoever was sent it', async () => {
    const other = await openShop(service);
    const theirs = await attempt(service, other.link);
    const ours = await attempt(service, shop.link);
    bodyOf(await send(textOf(theirs.amount)), 201);
    service.clock.advance(7 * blockMs);
    for (const one of [shop, other]) await readAddress(service, one);
    expect(await receiptsOf(service, shop)).toMatchObject([{ amount: textOf(theirs.amount), status: 'unmatched' }]);
    expect(await receiptsOf(service, other)).toEqual([]);
    for (const [of, { paymentId }] of [
      [other.of, theirs],
      [shop.of, ours],
    ] as const) {
      expect(await paymentNow(service, of, paymentId)).toMatchObject({ status: 'pending' });
    }
    bodyOf(await send(textOf(theirs.amount), { of: other.of }), 201);
    service.clock.advance(7 * blockMs);
    await readAddress(service, other);
    expect(await paymentNow(service, other.of, theirs.paymentId)).toMatchObject({ status: 'paid' });
  });

  test('is sent once for a key, also by a process that dies', async () => {
    for (let call = 1; call <= 8; call += 1) {
      const key = randomUUID();
      const { intercept, crashed } = crashAt({ call, moment: call % 2 ? 'before' : 'after' });
      const ended = send('1.00', {}, service.process(intercept), key).catch(() => undefined);
      await Promise.race([crashed, ended]);
      service.clock.advance(lockMs);
      const sent = bodyOf(await send('1.00', {}, service, key), 201);
      expect(bodyOf(await send('1.00', {}, service, key), 201)).toEqual(sent);
    }
    expect(await logs()).toHaveLength(8);
  });

  test('goes to open collection accounts only, in amounts that there are', async () => {
    const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    for (const change of [{ address: other }, { chain: 'polygon' }, { token: 'USDT', chain: 'ethereum' }])
      expectError(await send('1.00', change as never), 'BAD_REQUEST');
    for (const amount of ['0', '0.000000', '-1']) expectError(await send(amount), 'BAD_REQUEST');
    expect(faultsOf(await send('0.0000001'))).toEqual(['amount: invalid_format']);
    expect(faultsOf(await send('1.00', { token: 'USDT' } as never))).toHaveLength(1);
    expect(faultsOf(await send('1.00', { address: to.address.toLowerCase().replace('a', 'A') } as never))).toHaveLength(
      1,
    );
    bodyOf(await remove(service, shop.of, shop.owner, shop.accountId));
    expectError(await send('1.00'), 'BAD_REQUEST');
    expect(await logs()).toEqual([]);
  });
});

describe('the test button', () => {
  const press = (browser = 'browser', link = shop.link, seenAt = 0) =>
    sendTestTransferFor(service.runtime, link, browser, seenAt);

  test('pays the open attempt exactly, and once however often it is pressed', async () => {
    const { paymentId } = await attempt(service, shop.link);
    expect(await Promise.all([press(), press()])).toEqual([true, true]);
    service.clock.advance(blockMs);
    expect(await press()).toBe(true);
    expect(await logs()).toHaveLength(1);
    service.clock.advance(6 * blockMs);
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'paid', receivedBase: 15_000 });
    expect(await press()).toBe(false);
    const seenAt = service.clock.now + 1;
    const again = await createCryptoPayment(
      service.runtime,
      shop.link,
      { browser: 'browser', network: 'network', seenAt },
      {},
    );
    expect((again as { open: CryptoAttempt }).open.paymentId).not.toBe(paymentId);
    expect(await press()).toBe(false);
    expect(await press('browser', shop.link, seenAt)).toBe(true);
    expect(await logs()).toHaveLength(2);
  });

  test('does nothing for a browser without an attempt, after its time, and on live links', async () => {
    expect(await press()).toBe(false);
    const { until } = await attempt(service, shop.link);
    expect(await press('another')).toBe(false);
    expect(await press('browser', { ...shop.link, livemode: true })).toBe(false);
    service.clock.now = until;
    expect(await press()).toBe(false);
    expect(await logs()).toEqual([]);
  });
});
