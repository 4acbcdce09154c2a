import { html } from 'hono/html';
import type { Markup } from '../../pages/frame.ts';
import { pageOf } from '../../pages/layout.ts';
import { pathIn } from '../../pages/paths.ts';
import type { ShownPayout } from '../links/claims/claim-results.ts';
import { type ShownStatus, shownStatus } from '../payout/transitions.ts';
import { aboutLink, type ShownLink } from './about-link.ts';
import type { ClaimFrame } from './frame-of.ts';

export interface PayoutView {
  readonly frame: ClaimFrame;
  readonly link: ShownLink & { readonly returnUrl?: string | undefined };
  readonly payout: Pick<ShownPayout, 'payoutId' | 'status' | 'destinationAmount' | 'destinationCurrency' | 'createdAt'>;
  /** It was submitted again. */
  readonly again?: boolean | undefined;
  /** The browser has a cookie, so the link's address shows it this page. */
  readonly isKnown: boolean;
}

/** The message for each status of a payout. An unknown status of a later release counts as in progress. */
const told = {
  pending: 'pending',
  processing: 'pending',
  completed: 'completed',
  failed: 'failed',
  returned: 'returned',
  canceled: 'canceled',
} as const satisfies Record<ShownStatus, string>;

/**
 * The outcome of the payout, for the browser that claimed it. Nothing of the account is shown, because browsers are
 * shared.
 */
export function payoutPage({ frame, link, payout, again, isKnown }: PayoutView): string {
  const { words, organization, path } = frame;
  const state = told[shownStatus(payout.status)] ?? 'pending';
  const amount = words.money(payout.destinationAmount, payout.destinationCurrency);
  return pageOf(frame, {
    title: words.text(`${state}Title`, { amount }),
    about: aboutLink(frame, link),
    main: html`${again && html`<p class="alert" role="alert">${words.text('again')}</p>`}
<p>${words.text(`${state}Text`, { amount, organization })}</p>
<p class="soft">${words.text('confirmedAt', { time: words.time(Date.parse(payout.createdAt)) })}<br>
${words.text('payoutId', { id: payout.payoutId })}</p>
${state === 'pending' && isKnown && html`<p><a class="button" href="${pathIn(frame, path)}">${words.text('lookAgain')}</a></p>`}
${onwards(link.returnUrl, words.text('continueTo', { organization }))}`,
  });
}

function onwards(address: string | undefined, text: string): Markup | undefined {
  return address === undefined
    ? undefined
    : html`<p><a class="button main" href="${address}" rel="noreferrer">${text}</a></p>`;
}
