import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckoutPayment, type FeedEvent, Sluice } from '../../client/src/index.ts';
import type { Quickstart } from '../data/quickstart.ts';
import { Browser, payByCard } from './browser.ts';
import { createShow, type Print, type Show } from './show.ts';
import { showCalls } from './show-calls.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** Events can be read after two seconds, and deliveries start at about that time. */
const TOLD_WITHIN_MS = 12_000;
const POLL_MS = 200;
const wanted = ['checkout_payment.paid', 'checkout_payment.partially_refunded'] as const;

/**
 * Shows checkout: a product, a link, a buyer who pays on its page, a refund, and how the merchant learns about both.
 */
export async function runCheckout(quickstart: Quickstart, print: Print, signal: AbortSignal): Promise<void> {
  const { baseUrl, organizationId, sessions } = quickstart;
  const show = createShow(print);
  const sluice = new Sluice({ ...quickstart, fetch: showCalls(show, organizationId) });
  const receiver = await startWebhookReceiver();
  let endpointId: string | undefined;
  try {
    show.heading('Register a webhook endpoint for what payments on links tell');
    const endpoint = await sluice.registerSandboxWebhookEndpoint({ url: receiver.url, events: wanted }, { signal });
    endpointId = endpoint.id;
    receiver.secret = endpoint.secret;
    show.fields('got', { url: endpoint.url, events: wanted.join(', ') });

    await play({ sluice, show, receiver, signal });
    print('\nDone: sold, paid, refunded in part, and the merchant was told.');
  } finally {
    await receiver.stop();
    // A key can register sandbox endpoints, but only people can remove them.
    const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner });
    if (endpointId) await owner.removeWebhookEndpoint({ endpointId });
  }
}

interface Stage {
  readonly sluice: Sluice;
  readonly show: Show;
  readonly receiver: WebhookReceiver;
  readonly signal: AbortSignal;
}

async function play({ sluice, show, receiver, signal }: Stage): Promise<void> {
  show.heading('Create a product');
  const product = { name: 'Mug', currency: 'USD', unitAmount: '12.50', taxRate: '8.25' };
  show.fields('sent', product);
  const { productId } = await sluice.createProduct(product, { signal });
  show.fields('got', { productId });

  show.heading('Create a link that sells it, and publish it: its total is fixed, its page is live');
  const { linkId, total, tax, currency, status, shareUrl } = await sluice.createLink(
    { productId, publish: true },
    { signal },
  );
  show.fields('got', { linkId, status, total: `${total} ${currency}`, tax: `${tax} ${currency}` });
  show.line('page', shareUrl);

  show.heading('Pay on that page as a buyer: open it, choose a test card on the card page, and come back');
  const page = await payByCard(new Browser(signal), shareUrl);
  show.line('page', `${page.status} ${page.title}`);

  show.heading('Read the payments on the link: this says who has paid, and no redirect does');
  const { data } = await sluice.listCheckoutPayments({ linkId }, { signal });
  const [payment] = data;
  if (payment?.status !== 'paid') throw new Error(`The payment should be paid by now; it is ${payment?.status}.`);
  show.fields('got', amountsOf(payment));

  const refund = { amount: '5.00', reason: 'requested_by_customer' } as const;
  show.heading('Refund a part of it');
  show.fields('sent', refund);
  const refunded = await sluice.refundCheckoutPayment({ paymentId: payment.id, ...refund }, { signal });
  show.fields('got', amountsOf(refunded));

  show.heading('Read the event feed, and what the webhook endpoint was sent');
  await hear({ sluice, show, receiver, signal }, payment.id);
}

/** Base units, as reads show them. */
function amountsOf({ id, externalId, status, method, amountBase, refundedBase, decimals, fee }: CheckoutPayment) {
  return { id, externalId, status, method, amountBase, refundedBase, decimals, fee };
}

async function hear({ sluice, show, receiver, signal }: Stage, paymentId: string): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(TOLD_WITHIN_MS)]);
  const isOurs = ({ data }: FeedEvent) => 'linkId' in data && data.id === paymentId;
  const missing = new Set<string>(wanted);
  for await (const event of sluice.followEvents({ type: wanted.join(','), pollMs: POLL_MS, signal: patience })) {
    if (!isOurs(event)) continue;
    show.line('feed', `${event.type.padEnd(38)} sequence ${event.sequence}`);
    missing.delete(event.type);
    if (missing.size === 0) break;
  }
  const delivered = () => receiver.events.filter(isOurs);
  while (delivered().length < wanted.length && !patience.aborted) await sleep(POLL_MS);
  signal.throwIfAborted();
  for (const { type, sequence } of delivered()) show.line('hook', `${type.padEnd(38)} sequence ${sequence}, verified`);
  if (missing.size > 0) throw new Error(`The feed should have ${[...missing].join(' and ')} by now.`);
  if (delivered().length < wanted.length) throw new Error('The webhook endpoint should have received both by now.');
}
