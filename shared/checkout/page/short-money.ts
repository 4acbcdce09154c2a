import { html } from 'hono/html';
import type { Markup } from '../../pages/frame.ts';
import { pathIn } from '../../pages/paths.ts';
import type { MethodKind } from '../methods/methods.ts';
import type { Payment } from '../payments/payment.ts';
import { missingOf } from '../payments/short-money.ts';
import type { CheckoutWords, LinkFrame } from './frame-of.ts';

/** A partly received payment. */
export type ShortMoney = Pick<Payment, 'amount' | 'received' | 'currency'>;

/** Data for a page about the rest of a payment. */
export interface Rest {
  readonly short: ShortMoney;
  /**
   * A view created with the page, for "Another payment". In a browser without cookies, the new payment belongs to this
   * view.
   */
  readonly another: string;
}

/** Returns the text with the received and the missing amounts. */
export function shortText(words: CheckoutWords, payment: ShortMoney): string {
  const { amount, received = 0n, currency } = payment;
  return words.text('shortText', {
    amount: words.money(amount, currency),
    received: words.money(received, currency),
    missing: words.money(missingOf(payment), currency),
  });
}

/**
 * Shown above the request for the rest. A browser may be shared, and nobody should pay someone else's rest by mistake.
 */
export function restNotice(frame: LinkFrame, kind: MethodKind, { short, another }: Rest): Markup {
  const { words, path } = frame;
  return html`<div class="alert" role="alert">
<p>${shortText(words, short)}</p>
<p>${words.text('restHint')}</p>
</div>
<form method="post" action="${pathIn(frame, `${path}/${kind}`)}">
<input type="hidden" name="view" value="${another}">
<button name="another" value="yes">${words.text('anotherPayment')}</button>
</form>`;
}
