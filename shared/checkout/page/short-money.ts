import { html } from 'hono/html';
import type { Markup } from '../../pages/frame.ts';
import { pathIn } from '../../pages/paths.ts';
import type { MethodKind } from '../methods/methods.ts';
import type { Payment } from '../payments/payment.ts';
import { missingOf } from '../payments/short-money.ts';
import type { CheckoutWords, LinkFrame } from './frame-of.ts';

/** A payment of which only a part has come. */
export type ShortMoney = Pick<Payment, 'amount' | 'received' | 'currency'>;

/** What a page asks for that is about the rest of a payment. */
export interface Rest {
  readonly short: ShortMoney;
  /** A view that was made with the page, for "Another payment": a browser without cookies begins under it. */
  readonly another: string;
}

/** What has come and what is missing. */
export function shortText(words: CheckoutWords, payment: ShortMoney): string {
  const { amount, received = 0n, currency } = payment;
  return words.text('shortText', {
    amount: words.money(amount, currency),
    received: words.money(received, currency),
    missing: words.money(missingOf(payment), currency),
  });
}

/** Above what asks for the rest: a browser may be shared, and nobody is to pay somebody else's rest by mistake. */
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
