import assert from 'node:assert/strict';
import { expectBooks, readFeed } from './books.ts';
import { Buyer } from './buyer.ts';
import type { Organization, PlayedStage } from './played-stage.ts';
import { until } from './until.ts';

const items = [{ name: 'Mug', quantity: 2, unitAmount: '12.50' }];
/** Buyers pay into a shop's own accounts, and not into its balance. */
const unfunded = { available: '0.00', rows: {} };

/** Sells a link by card on its pages, without scripts, and refunds a part. */
export async function sellByCard(stage: PlayedStage): Promise<string> {
  const shop = await stage.organization('shop', ['read', 'write', 'refunds']);
  const { sluice } = shop;
  const { linkId, page } = await publish(stage, shop);
  const buyer = new Buyer(new URL(page).origin);
  const cardPage = await buyer.submit(await buyer.get(page), /\/card(\?|$)/);
  const chosen = await buyer.submit(cardPage, /\/sandbox-card\//, { card: '4242' });
  assert.match(await buyer.follow(chosen), /25\.00/);
  const { id: paymentId, method } = await paidOnce(shop, linkId);
  assert.equal(method.kind, 'card');
  assert.equal(method.last4, '4242');
  await sluice.refundCheckoutPayment({ paymentId, amount: '10.00' });
  const refunded = await until('a part is refunded', async () => {
    const payment = await sluice.getCheckoutPayment({ paymentId });
    return payment.refundedBase > 0 ? payment : undefined;
  });
  // A payment that was refunded in part stays paid.
  assert.equal(refunded.status, 'paid');
  assert.equal(refunded.refundedBase, 10_00);
  assert.deepEqual(
    refunded.refunds.map(({ status, amountBase }) => ({ status, amountBase })),
    [{ status: 'succeeded', amountBase: 10_00 }],
  );
  await expectEvents(shop, ['checkout_payment.paid', 'checkout_payment.partially_refunded']);
  await expectBooks(stage, shop, unfunded);
  await expectNoPage(page);
  return 'a link of 25.00 was paid by card on its pages, and 10.00 were refunded';
}

/** Sells a link by crypto: the buyer's transfer is found on the simulated chain. */
export async function sellForTokens(stage: PlayedStage): Promise<string> {
  const shop = await stage.organization('token-shop');
  const owner = await stage.person(shop, shop.ownerId);
  const details = { token: 'USDC', chain: 'base', address: '0x52908400098527886E0F7030069857D2E4169EE7' } as const;
  const { accountId } = await owner.registerCollectionAccount({ kind: 'crypto', currency: 'USD', details });
  const { linkId, page } = await publish(stage, shop, [{ kind: 'crypto', accountId }]);
  const buyer = new Buyer(new URL(page).origin);
  const amounts = await buyer.submit(await buyer.get(page), /\/crypto(\?|$)/);
  await buyer.submit(amounts, /\/test-transfer(\?|$)/);
  const { method, reserved } = await paidOnce(shop, linkId);
  assert.deepEqual({ ...method, hash: undefined }, { kind: 'crypto', chain: 'base', token: 'USDC', hash: undefined });
  assert.match(method.hash ?? '', /^0x[0-9a-f]{64}$/);
  // The total, and less than a cent more, by which the transfer is known.
  assert.match(reserved ?? '', /^25\.00/);
  await expectEvents(shop, ['checkout_payment.paid']);
  await expectBooks(stage, shop, unfunded);
  return `a link of 25.00 was paid by ${reserved} USDC on the simulated chain`;
}

type Methods = NonNullable<Parameters<Organization['sluice']['createLink']>[0]['methods']>;

/** Publishes a link of 25.00. */
export async function publish(stage: PlayedStage, { sluice }: Organization, methods?: Methods) {
  const link = await sluice.createLink({ currency: 'USD', items, publish: true, ...(methods && { methods }) });
  assert.ok(link.shareUrl, `the link is not published: ${JSON.stringify(link.publishError)}`);
  return { linkId: link.linkId, page: stage.reachable(link.shareUrl) };
}

/** Waits for the one payment of a link. */
async function paidOnce({ sluice }: Organization, linkId: string) {
  const payment = await until('the payment is paid', async () => {
    const { data } = await sluice.listCheckoutPayments({ linkId });
    assert.ok(data.length <= 1, 'one buyer pays once');
    return data.find(({ status }) => status === 'paid');
  });
  assert.equal(payment.amountBase, 25_00);
  assert.equal(payment.currency, 'USD');
  return payment;
}

async function expectEvents(shop: Organization, expected: readonly string[]): Promise<void> {
  const events = await readFeed(shop);
  assert.deepEqual(
    events.map(({ type }) => type),
    expected,
  );
}

async function expectNoPage(page: string): Promise<void> {
  const unknown = await fetch(new URL('/p/checkout/unknown', page));
  assert.equal(unknown.status, 404, 'an unknown token opens no page');
  assert.match(unknown.headers.get('content-type') ?? '', /^text\/html/);
}
