import { html } from 'hono/html';
import { amountOf } from '../../pages/amount.ts';
import type { Markup } from '../../pages/frame.ts';
import type { PayoutLink } from '../links/payout-link.ts';
import type { ClaimFrame } from './frame-of.ts';

/** The parts of a link that its pages show. */
export type ShownLink = Pick<PayoutLink, 'amount' | 'currency' | 'note' | 'expiresAt'>;

/** What a link is about: the amount, its purpose, and until when it is valid. The payer is shown above. */
export function aboutLink({ words }: ClaimFrame, { amount, currency, note, expiresAt }: ShownLink): Markup {
  return html`${amountOf(words.text('sendsYou'), words.money(amount, currency))}
${note !== undefined && html`<p class="note" dir="auto">${note}</p>`}
<p class="soft">${words.text('validUntil', { time: words.time(expiresAt) })}</p>`;
}
