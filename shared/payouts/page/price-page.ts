import { html } from 'hono/html';
import type { Markup } from '../../pages/frame.ts';
import { pageOf } from '../../pages/layout.ts';
import { pathIn } from '../../pages/paths.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import type { PricedClaim } from '../links/claims/claim-results.ts';
import { aboutLink, type ShownLink } from './about-link.ts';
import { formField, shownDetails } from './account-fields.ts';
import type { Typed } from './claim-form.ts';
import { countryName } from './countries.ts';
import type { ClaimFrame } from './frame-of.ts';

export interface PriceView {
  readonly frame: ClaimFrame;
  readonly link: ShownLink & { readonly amountLeg: string };
  readonly corridor: BankCorridor;
  readonly typed: Typed;
  readonly priced: Omit<PricedClaim, 'kind'>;
  /** Milliseconds. */
  readonly now: number;
  /** The id of this view of the page, for browsers without cookies. */
  readonly view: string;
  /** A confirmed price had expired. */
  readonly hasChanged?: boolean | undefined;
}

/** Shows what arrives and where, for as long as the price is locked, and asks for confirmation. */
export function pricePage(page: PriceView): string {
  const { frame, link, priced, now, hasChanged } = page;
  const { words, organization, path } = frame;
  const { destinationAmount, destinationCurrency } = priced.price;
  const amount = words.money(destinationAmount, destinationCurrency);
  const again = pathIn(frame, `${path}/price`);
  return pageOf(frame, {
    title: words.text('priceTitle'),
    scripted: true,
    about: aboutLink(frame, link),
    main: html`${hasChanged && html`<p class="alert" role="alert">${words.text('priceChanged')}</p>`}
${accountOf(page)}
<form method="post" action="${pathIn(frame, `${path}/claim`)}">
${typedFields(page)}
<div data-open>
${priceOf(page, amount)}
<p class="soft">${words.text('priceUntil', { time: words.time(priced.until) })}</p>
<p class="soft" role="timer" hidden data-left="${Math.max(0, priced.until - now)}">${words.text('timeLeft')} <span></span></p>
<p class="alert">${words.text('checkAccount')}</p>
<button class="main">${words.text('receive', { amount })}</button>
</div>
<div hidden data-ended="${words.text('priceEndedTitle')}" role="alert">
<p>${words.text('priceEndedText')}</p>
<button class="main" formaction="${again}">${words.text('newPrice')}</button>
</div>
<button name="edit" value="yes" formaction="${again}">${words.text('change')}</button>
</form>
<h2>${words.text('whatNext')}</h2>
<ol><li>${words.text('stepSent', { organization, amount })}</li><li>${words.text('stepArrives')}</li><li>${words.text('stepFollow')}</li></ol>`,
  });
}

function accountOf({ frame: { words }, corridor, typed, priced }: PriceView): Markup {
  const rows = [
    { label: words.text('payee'), value: priced.name },
    { label: words.text('bankCountry'), value: countryName(corridor.country, words.locale.locale) },
    ...shownDetails(words, corridor, typed.recipientDetails),
  ];
  return html`<dl class="facts">${rows.map(({ label, value }) => html`<dt>${label}</dt><dd dir="auto">${value}</dd>`)}</dl>`;
}

/** What arrives. Deductions are shown if the payee bears them. */
function priceOf({ frame: { words }, link, priced: { price } }: PriceView, amount: string): Markup {
  const { rate, sourceCurrency, destinationCurrency, fee } = price;
  const isExchanged = sourceCurrency !== destinationCurrency;
  const rateText = words.text('rateOf', {
    source: sourceCurrency,
    rate: words.exact(rate),
    destination: destinationCurrency,
  });
  const details =
    link.amountLeg === 'source' &&
    html`${isExchanged && html`<div class="soft"><dt>${words.text('rate')}</dt><dd>${rateText}</dd></div>`}
${fee > 0n && html`<div class="soft"><dt>${words.text('fee')}</dt><dd>${words.money(fee, sourceCurrency)}</dd></div>`}`;
  return html`<dl class="rows"><div><dt>${words.text('youReceive')}</dt><dd><strong>${amount}</strong></dd></div>${details}</dl>`;
}

/** The form confirms what was priced, so it carries all of the input. */
function typedFields({ corridor, typed, priced, view }: PriceView): Markup {
  const { type, name, recipientDetails } = typed;
  const fields = {
    country: corridor.country,
    corridor: corridor.corridorId,
    type,
    name,
    ...Object.fromEntries(Object.entries(recipientDetails).map(([field, value]) => [formField(field), value])),
    sealedPrice: priced.sealedPrice,
    view,
  };
  return html`${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}`;
}
