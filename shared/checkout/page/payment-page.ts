import { html, raw } from 'hono/html';
import type { Link, MethodKind } from '../links/link.ts';
import { networkName } from './crypto/network-name.ts';
import { type Frame, type Markup, pageOf, pathIn } from './layout.ts';
import { type PaidBefore, paidBefore } from './paid-before.ts';

/** What a link's page shows while the link can be paid. */
export interface PaymentView {
  readonly frame: Frame & { readonly merchant: string; readonly path: string };
  readonly link: Pick<
    Link,
    'items' | 'currency' | 'total' | 'tax' | 'taxRate' | 'taxInclusive' | 'expiresAt' | 'methods'
  >;
  /** One of the link's. */
  readonly chosen: MethodKind;
  /** Names this view of the page, for browsers without cookies. */
  readonly view: string;
  /** What this browser has paid here. */
  readonly paid?: PaidBefore | undefined;
  /** https. */
  readonly cancelUrl?: string | undefined;
}

/** Whole items are shown until their rows have so many characters; of the rest only the number is told. */
const mostItemCharacters = 16_000;
const longestName = 200;
const longestDescription = 160;

/** The page of a link that can be paid. */
export function paymentPage(view: PaymentView): string {
  const { frame, paid, cancelUrl } = view;
  const { words, merchant } = frame;
  const title = words.text('payTo', { merchant });
  return pageOf(frame, {
    title,
    main: html`${orderOf(view)}
<section aria-labelledby="methods">
<h2 id="methods">${words.text('methods')}</h2>
${methodsOf(view)}
${panelOf(view)}
</section>
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
  return html`<section aria-labelledby="items">
<h2 id="items">${words.text('items')}</h2>
<ul class="plain items">${itemsOf(words, link)}</ul>
<dl class="sums">
${rate && html`<div><dt>${words.text(taxInclusive ? 'taxIncluded' : 'tax', rate)}</dt><dd>${words.money(tax, currency)}</dd></div>`}
<div class="total"><dt>${words.text('total')}</dt><dd>${words.money(total, currency)}</dd></div>
</dl>
${expiresAt !== undefined && html`<p class="soft">${words.text('payBy', { time: words.time(expiresAt) })}</p>`}
</section>`;
}

function itemsOf(words: Frame['words'], { items, currency }: PaymentView['link']): Markup[] {
  const rows: Markup[] = [];
  let characters = 0;
  for (const { name, description, quantity, unitAmount } of items) {
    const price = words.money(unitAmount, currency);
    const each = quantity > 1 && words.text('itemPrice', { quantity: words.number(quantity), price });
    const row = html`<li><span dir="auto">${clip(name, longestName)}${description && html`<small dir="auto">${clip(description, longestDescription)}</small>`}${each && html`<small>${each}</small>`}</span><span>${words.money(unitAmount * BigInt(quantity), currency)}</span></li>`;
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

/** One is not chosen. */
function methodsOf({ frame, link: { methods }, chosen }: PaymentView): Markup | undefined {
  const { words, path } = frame;
  if (methods.length < 2) return undefined;
  const links = methods.map(
    ({ kind }) =>
      html`<a href="${pathIn(frame, path, { method: kind })}" ${kind === chosen && raw('aria-current="true"')}>${words.text(kind as MethodKind)}</a>`,
  );
  return html`<nav class="methods" aria-labelledby="methods">${links}</nav>`;
}

const panels = {
  card: { next: 'cardNext', button: 'payByCard' },
  bank: { next: 'bankNext', button: 'payByBank' },
  crypto: { next: 'cryptoNext', button: 'payByCrypto' },
} as const;

function panelOf({ frame, link, chosen, view }: PaymentView): Markup {
  const { words, path } = frame;
  const { token = '', chain = '' } = link.methods.find(({ kind }) => kind === chosen) ?? {};
  const amount = words.money(link.total, link.currency);
  const { next, button } = panels[chosen];
  return html`<form method="post" action="${pathIn(frame, `${path}/${chosen}`)}">
<p>${words.text(next, { token, chain: networkName(chain) })}</p>
<input type="hidden" name="view" value="${view}">
<button class="main">${words.text(button, { amount })}</button>
</form>`;
}
