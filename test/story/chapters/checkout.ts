import { Buyer } from '../../support/checkout/buyer.ts';
import { performed } from '../../support/operations.ts';
import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';

const mug = { name: 'Mug', quantity: 2, unitAmount: '12.50' };
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const iban = 'DE89370400440532013000';
/** A browser's cookie. */
const browser = '7'.repeat(32);

/** Mugs are sold by card, by bank transfer and for tokens. */
export async function collect(story: Storyteller, cast: Cast): Promise<void> {
  await keepProducts(story, cast);
  await keepLinks(story, cast);
  await sellByCard(story, cast);
  await sellByBank(story, cast);
  await sellForTokens(story, cast);
}

async function keepProducts(story: Storyteller, { key }: Cast): Promise<void> {
  const { productId } = await story.tell('createProduct', key, {
    body: { name: 'Mug', currency: 'USD', unitAmount: '12.50', taxRate: '19' },
  });
  const path = { productId };
  await story.tell('getProduct', key, { path });
  await story.tell('updateProduct', key, { path, body: { unitAmount: '13.00' } });
  await story.tell('listProducts', key, { query: { status: 'active' } });
  await story.tell('archiveProduct', key, { path });
}

async function keepLinks(story: Storyteller, { key }: Cast): Promise<void> {
  const { linkId } = await story.tell('createLink', key, {
    body: {
      currency: 'USD',
      items: [mug],
      successUrl: 'https://shop.example.com/thanks',
      clientReferenceId: 'order-7',
    },
  });
  const path = { linkId };
  await story.tell('updateLink', key, { path, body: { expiresAt: '2026-04-01T00:00:00.000Z' } });
  await story.tell('publishLink', key, { path });
  await story.tell('getLink', key, { path });
  await story.tell('listLinks', key, { query: { status: 'sent' } });
  await story.tell('pauseLink', key, { path });
  const draft = await story.tell('createLink', key, { body: { currency: 'USD', items: [mug] } });
  await story.tell('deleteLink', key, { path: { linkId: draft.linkId } });
}

async function sellByCard(story: Storyteller, { key }: Cast): Promise<void> {
  await story.tell('listCheckoutScenarios', key);
  const { linkId } = await story.tell('createLink', key, { body: { currency: 'USD', items: [mug], publish: true } });
  const path = { linkId };
  const { id: paymentId } = await story.tell('simulateCheckoutPayment', key, {
    path,
    body: { reference: 'simulated-1' },
  });
  await story.tell('refundCheckoutPayment', key, {
    path: { paymentId },
    body: { amount: '12.50', reason: 'requested_by_customer' },
  });
  await story.tell('getCheckoutPayment', key, { path: { paymentId } });
  await story.tell('listCheckoutPayments', key, { path });
  await story.tell('exportCheckoutPayments', key, { path });
  await story.tell('refundCheckoutPayment', key, { path: { paymentId }, body: {} });
  await reverse(story, { key });
}

/** A payment that the buyer's bank takes back: the cents of its amount choose it. */
async function reverse(story: Storyteller, { key }: Pick<Cast, 'key'>): Promise<void> {
  const { data } = await story.tell('listCheckoutScenarios', key);
  const [{ digits }] = data.filter(({ scenario }: { scenario: string }) => scenario === 'charged_back');
  const items = [{ name: 'Mug', quantity: 1, unitAmount: `12.${digits}` }];
  const { linkId } = await story.tell('createLink', key, { body: { currency: 'USD', items, publish: true } });
  await story.tell('simulateCheckoutPayment', key, { path: { linkId }, body: {} });
  await story.pass(120_000);
}

/** A transfer that is short waits for somebody who accepts it. */
async function sellByBank(story: Storyteller, { key, owner }: Cast): Promise<void> {
  const { accountId } = await story.tell('registerCollectionAccount', owner, {
    body: { kind: 'bank', currency: 'USD', details: { holderName: 'Analytical Engines', iban } },
  });
  const methods = [{ kind: 'bank', accountId }];
  const { linkId, shareUrl } = await story.tell('createLink', key, {
    body: { currency: 'USD', items: [mug], methods, publish: true },
  });
  const page = new URL(shareUrl).pathname;
  const buyer = new Buyer(story.service, browser);
  await buyer.post(`${page}/bank`, { view: await buyer.view(page) });
  const { data } = await story.tell('listCheckoutPayments', key, { path: { linkId } });
  const [{ id: paymentId, externalId: reference }] = data;
  const { organizationId } = story.organization;
  await performed(story.service, 'credit-payment', {
    organizationId,
    amount: '24.00',
    currency: 'USD',
    reference,
    externalId: 'bank-8',
  });
  await story.tell('acceptCheckoutPayment', owner, { path: { paymentId } });
}

/** Tokens that match no amount are a receipt, which somebody assigns to the payment that it was for. */
async function sellForTokens(story: Storyteller, { key, owner }: Cast): Promise<void> {
  const to = { token: 'USDC', chain: 'base', address };
  const { accountId } = await story.tell('registerCollectionAccount', owner, {
    body: { kind: 'crypto', currency: 'USD', details: to },
  });
  const { linkId, shareUrl } = await story.tell('createLink', key, {
    body: { currency: 'USD', items: [mug], methods: [{ kind: 'crypto', accountId }], publish: true },
  });
  const page = new URL(shareUrl).pathname;
  const buyer = new Buyer(story.service, browser);
  await buyer.post(`${page}/crypto`, { view: await buyer.view(page) });
  await story.tell('sendSandboxTransfer', key, { body: { ...to, amount: '25.00' } });
  await story.pass(60_000);
  const { data } = await story.tell('listReceipts', key, { query: { status: 'unmatched' } });
  const payments = await story.tell('listCheckoutPayments', key, { path: { linkId } });
  const path = { receiptId: data[0].id };
  await story.tell('assignReceipt', owner, { path, body: { paymentId: payments.data[0].id } });
  await story.tell('listCollectionAccounts', key, { query: { status: 'active' } });
  await story.tell('removeCollectionAccount', owner, { path: { accountId } });
}
