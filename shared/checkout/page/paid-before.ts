import { html } from 'hono/html';
import type { Markup } from '../../pages/frame.ts';
import type { Payment } from '../payments/payment.ts';
import type { CheckoutWords } from './frame-of.ts';
import { madeAt } from './what-browser-did.ts';

/**
 * A browser's earlier payment on a link, with its current state. It contains neither an id nor a link to the merchant,
 * because a browser may be shared.
 */
export type PaidBefore = Pick<
  Payment,
  'status' | 'amount' | 'currency' | 'refunded' | 'reversed' | 'paidAt' | 'createdAt'
>;

/** Shows the sentences about an earlier payment. */
export function paidBefore(words: CheckoutWords, payment: PaidBefore): Markup {
  const { status, amount, currency, refunded, reversed } = payment;
  const of = { amount: words.money(amount, currency), time: words.time(Date.parse(madeAt(payment))) };
  return html`<p>${words.text(status === 'pending' ? 'paidHerePending' : 'paidHere', of)}</p>
${refunded > 0n && html`<p>${words.text('paidHereRefunded', { amount: words.money(refunded, currency) })}</p>`}
${reversed > 0n && html`<p>${words.text('paidHereReversed', { amount: words.money(reversed, currency) })}</p>`}`;
}
