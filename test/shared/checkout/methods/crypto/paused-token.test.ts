import { beforeEach, describe, expect, test } from 'vitest';
import type { Link } from '../../../../../shared/checkout/links/link.ts';
import { TokenPauseEntity } from '../../../../../shared/connections/token-pause.ts';
import { decideAndCommit } from '../../../../../shared/journal/commit/decide.ts';
import { paymentNow } from '../../../../functions/checkout/payments-support.ts';
import { Buyer, paymentsOn } from '../../../../support/checkout/buyer.ts';
import type { FakeChain } from '../../../../support/checkout/fake-chain.ts';
import { addLink } from '../../../../support/checkout/links.ts';
import { readFeed } from '../../../../support/journey.ts';
import type { TestService } from '../../../../support/service.ts';
import { day, openShop, readAddress, receiptsOf, type Shop, serviceOnChain, to, workOn } from './support.ts';

const connectionId = `conn_${'base'.padEnd(25, '0')}`;

let service: TestService;
let chain: FakeChain;
let shop: Shop;
let path: string;
let link: Link;
let buyer: Buyer;

/** The organization names a connection as live ones do. */
beforeEach(async () => {
  ({ service, chain } = await serviceOnChain());
  chain.connectionId = connectionId;
  shop = await openShop(service);
  await decideAndCommit(service.runtime, {
    organizationId: shop.organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      draft.changeOrganization({ ...organization, connections: { 'chain/base': connectionId } });
      return { reply: { status: 200, body: undefined } };
    },
  });
  ({ path, link } = await linkPaidBy([]));
  buyer = new Buyer(service);
});

const linkPaidBy = (others: Link['methods']) => {
  const crypto = { kind: 'crypto' as const, accountId: shop.accountId, ...to };
  return addLink(service.runtime, shop, { methods: [...others, crypto] });
};
const set = (token: string, pausedAt: string | undefined) =>
  service.runtime.store.put(TokenPauseEntity, { connectionId, token, version: 1, ...(pausedAt && { pausedAt }) });
const pause = (token = 'USDC') => set(token, '2026-03-01T12:00:00.000Z');
const resume = () => set('USDC', undefined);
const onHold = 'This payment method is on hold';
const amountIn = (text: string) => BigInt((/data-copy="(\d+\.\d{6})"/.exec(text)?.[1] ?? '').replace('.', ''));

async function begun() {
  const view = await buyer.view(path);
  const answer = await buyer.post(`${path}/crypto`, { view });
  expect(answer.status).toBe(200);
  const [payment] = await paymentsOn(service, link);
  return { view, amount: amountIn(answer.text), paymentId: String(payment?.paymentId) };
}

describe('a link that is paid in a token that is paused', () => {
  test('says that it is on hold, begins nothing, and is paid as before once the token is resumed', async () => {
    const view = await buyer.view(path);
    await pause();
    for (const answer of [await buyer.get(path), await buyer.post(`${path}/crypto`, { view })]) {
      expect(answer.status).toBe(503);
      expect(answer.text).toContain(onHold);
      expect(answer.text).not.toContain(to.address);
    }
    expect(await paymentsOn(service, link)).toEqual([]);
    await resume();
    expect((await begun()).amount).toBeGreaterThan(0n);
  });

  test('offers its other methods', async () => {
    const both = await linkPaidBy([{ kind: 'card' }]);
    expect((await buyer.get(both.path)).text).toContain('method=crypto');
    await pause();
    const { status, text } = await buyer.get(both.path);
    expect(status).toBe(200);
    expect(text).not.toContain('method=crypto');
  });

  test('is offered where another token of the connection is paused', async () => {
    await pause('USDT');
    expect((await buyer.get(path)).status).toBe(200);
  });

  test('tells a suspended organization’s buyers nothing', async () => {
    const view = await buyer.view(path);
    await pause();
    await decideAndCommit(service.runtime, {
      organizationId: shop.organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        draft.changeOrganization({ ...organization, status: 'suspended' });
        return { reply: { status: 200, body: undefined } };
      },
    });
    for (const answer of [await buyer.get(path), await buyer.post(`${path}/crypto`, { view })])
      expect(answer).toMatchObject({ status: 403, text: expect.not.stringContaining(onHold) });
  });
});

describe('an attempt that was begun before its token was paused', () => {
  test('tells its buyer to send nothing, and shows the amount again once the token is resumed', async () => {
    const { view, amount } = await begun();
    await pause();
    const pages = [
      await buyer.post(`${path}/crypto`, { view }),
      await buyer.post(`${path}/crypto`, { view, sent: 'yes' }),
    ];
    for (const { status, text } of pages) {
      expect([status, text.includes(onHold), text.includes(to.address)]).toEqual([503, true, false]);
      expect(text).toContain('is not lost');
    }
    await resume();
    expect(amountIn((await buyer.post(`${path}/crypto`, { view })).text)).toBe(amount);
  });

  test('is paid by what was sent in time once the token is resumed, however late', async () => {
    const { view, amount, paymentId } = await begun();
    await pause();
    chain.mine(to, amount, service.clock.now);
    for (let looks = 0; looks < 3; looks += 1) await readAddress(service, shop);
    service.clock.advance(day);
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'pending' });
    expect(await workOn(service, shop)).toBeDefined();
    expect((await readFeed(service, shop.of)).filter(({ type }) => type.startsWith('checkout.'))).toEqual([]);
    await resume();
    await readAddress(service, shop);
    expect(await paymentNow(service, shop.of, paymentId)).toMatchObject({ status: 'paid' });
    expect(await receiptsOf(service, shop)).toEqual([]);
    expect((await buyer.post(`${path}/crypto`, { view, sent: 'yes' })).text).not.toContain(onHold);
  });

  test('shows that it is paid where its money was read before the pause', async () => {
    const { view, amount } = await begun();
    chain.mine(to, amount, service.clock.now);
    await readAddress(service, shop);
    await pause();
    const { status, text } = await buyer.post(`${path}/crypto`, { view, sent: 'yes' });
    expect([status, text.includes(onHold)]).toEqual([200, false]);
    expect((await buyer.get(path)).text).not.toContain('ask');
  });
});
