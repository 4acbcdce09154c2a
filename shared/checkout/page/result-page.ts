import { html } from 'hono/html';
import { amountOf } from '../../pages/amount.ts';
import { pageOf } from '../../pages/layout.ts';
import { pathIn } from '../../pages/paths.ts';
import type { LinkFrame } from './frame-of.ts';

export const results = ['paid', 'pending', 'failed', 'canceled', 'waiting'] as const;

/** What became of an attempt to pay. */
export interface ResultView {
  readonly frame: LinkFrame;
  readonly result: (typeof results)[number];
  /** How often a page that waits has looked by itself. */
  readonly look?: number | undefined;
  /** Minor units. */
  readonly total: bigint;
  readonly currency: string;
  /** Shown where there is a payment. */
  readonly paymentId?: string | undefined;
  /** The merchant's own page, https. */
  readonly onwards?: string | undefined;
  /** Where the buyer may try again: the link's page. */
  readonly again?: string | undefined;
}

/**
 * Seconds until the page looks by itself: at first a processor's answer is a moment away. After six minutes an outage keeps it,
 * and a page that is left open must not ask for ever.
 */
export const lookAgainAfter = [3, 3, 4, 5, 10, 15, 20, 30, 60, 90, 120];

export function resultPage(view: ResultView): string {
  const { frame, result, look = 0, total, currency, paymentId, onwards, again } = view;
  const { words, organization: merchant, path } = frame;
  const amount = words.money(total, currency);
  const isWaiting = result === 'waiting';
  const here = pathIn(frame, path);
  const seconds = isWaiting ? lookAgainAfter[look] : undefined;
  const address = pathIn(frame, path, { look: `${look + 1}` });
  return pageOf(frame, {
    title: words.text(`${result}Title`),
    ...(seconds !== undefined && { next: { seconds, address } }),
    about: amountOf(words.text('total'), amount),
    main: html`<p>${words.text(isWaiting && seconds === undefined ? 'stillWaitingText' : `${result}Text`, { amount, merchant })}</p>
${paymentId !== undefined && html`<p class="soft">${words.text('paymentId', { id: paymentId })}</p>`}
${isWaiting && html`<p><a class="button main" href="${here}">${words.text('lookAgain')}</a></p>`}
${again !== undefined && html`<p><a class="button main" href="${again}">${words.text('tryAgain')}</a></p>`}
${onwards !== undefined && html`<p><a class="button" href="${onwards}" rel="noreferrer">${words.text('continueTo', { merchant })}</a></p>`}`,
  });
}

/** A page that only leads on: a form's own redirect to another host would break the policy of the form's page. */
export function forwardPage(frame: LinkFrame, address: string): string {
  const { words, organization: merchant } = frame;
  return pageOf(frame, {
    title: words.text('waitingTitle'),
    next: { seconds: 0, address },
    main: html`<p><a class="button main" href="${address}">${words.text('continueTo', { merchant })}</a></p>`,
  });
}
