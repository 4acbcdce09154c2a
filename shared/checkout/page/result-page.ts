import { html } from 'hono/html';
import { amountOf } from '../../pages/amount.ts';
import { pageOf } from '../../pages/layout.ts';
import { pathIn } from '../../pages/paths.ts';
import type { LinkFrame } from './frame-of.ts';

export const results = ['paid', 'pending', 'failed', 'canceled', 'waiting'] as const;

/** The outcome of an attempt to pay. */
export interface ResultView {
  readonly frame: LinkFrame;
  readonly result: (typeof results)[number];
  /** How often a waiting page has reloaded itself. */
  readonly look?: number | undefined;
  /** Minor units. */
  readonly total: bigint;
  readonly currency: string;
  /** Shown if there is a payment. */
  readonly paymentId?: string | undefined;
  /** The https address of the merchant's own page. */
  readonly onwards?: string | undefined;
  /** Where the buyer can try again: the link's page. */
  readonly again?: string | undefined;
}

/**
 * Seconds until each reload of the page. A processor usually answers within moments. After six minutes there is
 * probably an outage, and a page left open must not keep asking forever.
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

/**
 * Shows a page that only forwards the buyer. An HTTP redirect of a form to another host would violate the content
 * security policy of the form's page.
 */
export function forwardPage(frame: LinkFrame, address: string): string {
  const { words, organization: merchant } = frame;
  return pageOf(frame, {
    title: words.text('waitingTitle'),
    next: { seconds: 0, address },
    main: html`<p><a class="button main" href="${address}">${words.text('continueTo', { merchant })}</a></p>`,
  });
}
