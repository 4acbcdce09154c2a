import { html, raw } from 'hono/html';
import { amountOf } from '../../pages/amount.ts';
import type { Markup } from '../../pages/frame.ts';
import { pageOf } from '../../pages/layout.ts';
import { pathIn } from '../../pages/paths.ts';
import type { Link } from '../links/link.ts';
import type { MethodKind } from '../methods/methods.ts';
import type { Payment } from '../payments/payment.ts';
import type { CheckoutWords, LinkFrame } from './frame-of.ts';
import { type PaidBefore, paidBefore } from './paid-before.ts';
import { panelOf } from './panel.ts';
import { type ShortMoney, shortText } from './short-money.ts';

/** The content of a link's page while the link can be paid. */
export interface PaymentView {
  readonly frame: LinkFrame;
  readonly link: Pick<
    Link,
    'items' | 'currency' | 'total' | 'tax' | 'taxRate' | 'taxInclusive' | 'expiresAt' | 'methods'
  >;
  /** The kind of one of the link's methods. */
  readonly chosen: MethodKind;
  /** The id of this view of the page, for browsers without cookies. */
  readonly view: string;
  /** The payment that this browser has made on the link. */
  readonly paid?: PaidBefore | undefined;
  /** The browser's partly received transfers. */
  readonly short?: readonly (ShortMoney & Pick<Payment, 'method'>)[] | undefined;
  /** An https address. */
  readonly cancelUrl?: string | undefined;
}

/** Items are shown in full until their rows reach this many characters. The remaining items are only counted. */
const mostItemCharacters = 14_000;
const longestName = 200;
const longestDescription = 160;

/** Shows the page of a link that can be paid. */
export function paymentPage(view: PaymentView): string {
  const { frame, paid, short = [], cancelUrl } = view;
  const { words, organization: merchant } = frame;
  const title = words.text('payTo', { merchant });
  return pageOf(frame, {
    title,
    titleNames: true,
    about: orderOf(view),
    main: html`<section aria-labelledby="methods">
<h2 id="methods" class="lead">${words.text('methods')}</h2>
${methodsOf(view)}
${payOf(view)}
</section>
${short.map(
  (one) => html`<section class="alert">
<h2>${words.text('shortTitle')}</h2>
<p>${shortText(words, one)}</p>
<p>${words.text('shortHere', { method: panelOf(words, one.method).name })}</p>
</section>`,
)}
${
  paid &&
  html`<section aria-labelledby="paid">
<h2 id="paid">${words.text('paidHereTitle')}</h2>
${paidBefore(words, paid)}
</section>`
}
${cancelUrl !== undefined && html`<p><a href="${cancelUrl}" rel="noreferrer">${words.text('back', { merchant })}</a></p>`}`,
  });
}

function orderOf({ frame: { words }, link }: PaymentView): Markup {
  const { currency, total, tax, taxRate, taxInclusive, expiresAt } = link;
  const rate = taxRate && { rate: words.percent(taxRate) };
  return html`${amountOf(words.text('total'), words.money(total, currency))}
<section aria-labelledby="items">
<h2 id="items">${words.text('items')}</h2>
<ul class="plain rows">${itemsOf(words, link)}</ul>
${rate && html`<dl class="rows soft"><div><dt>${words.text(taxInclusive ? 'taxIncluded' : 'tax', rate)}</dt><dd>${words.money(tax, currency)}</dd></div></dl>`}
</section>
${expiresAt !== undefined && html`<p class="soft">${words.text('payBy', { time: words.time(expiresAt) })}</p>`}`;
}

function itemsOf(words: CheckoutWords, { items, currency }: PaymentView['link']): Markup[] {
  const rows: Markup[] = [];
  let characters = 0;
  for (const { name, description, quantity, unitAmount } of items) {
    const price = words.money(unitAmount, currency);
    const each = quantity > 1 && words.text('itemPrice', { quantity: words.number(quantity), price });
    const row = html`<li><span dir="auto">${clip(name, longestName)}${description && html`<small dir="auto">${clip(description, longestDescription)}</small>`}${each && html`<small dir="ltr">${each}</small>`}</span><span>${words.money(unitAmount * BigInt(quantity), currency)}</span></li>`;
    characters += Buffer.byteLength(row.toString());
    if (characters > mostItemCharacters) break;
    rows.push(row);
  }
  const left = items.length - rows.length;
  if (left === 0) return rows;
  return [...rows, html`<li>${words.text('moreItems', { count: words.number(left) })}</li>`];
}

function clip(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

function methodsOf({ frame, link: { methods }, chosen }: PaymentView): Markup {
  const { words, path } = frame;
  const [only, ...others] = methods;
  // A single method needs no choice.
  if (only && others.length === 0) return html`<p>${panelOf(words, only).next}</p>`;
  const links = methods.map((method) => {
    const { kind } = method;
    const { name, next } = panelOf(words, method);
    // On a phone the list is below the order, so the link jumps back to the list after a choice.
    const address = `${pathIn(frame, path, { method: kind })}#methods`;
    return html`<li><a href="${address}" aria-describedby="${kind}-next" ${kind === chosen && raw('aria-current="true"')}>${name}</a><small id="${kind}-next">${next}</small></li>`;
  });
  return html`<nav aria-labelledby="methods"><ul class="plain ways">${links}</ul></nav>`;
}

function payOf({ frame, link, chosen, view }: PaymentView): Markup {
  const amount = frame.words.money(link.total, link.currency);
  const { button } = panelOf(frame.words, { kind: chosen }, { amount });
  return html`<form method="post" action="${pathIn(frame, `${frame.path}/${chosen}`)}">
<input type="hidden" name="view" value="${view}">
<button class="main">${button}</button>
</form>`;
}
