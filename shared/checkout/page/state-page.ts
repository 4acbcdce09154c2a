import { html } from 'hono/html';
import type { Markup } from '../../pages/frame.ts';
import { pageOf } from '../../pages/layout.ts';
import type { CheckoutFrame } from './frame-of.ts';
import { type PaidBefore, paidBefore } from './paid-before.ts';
import { type ShortMoney, shortText } from './short-money.ts';

/** Reasons why a link cannot be paid, with their HTTP status. */
const statuses = {
  expired: 410,
  paused: 410,
  /** All of `maxPayments` are taken. A place may become free. */
  full: 409,
  /** All places are taken, but a buyer who holds one has not finished paying. */
  taken: 409,
  busy: 429,
  /** The organization is suspended, and nothing about it is shown. */
  unavailable: 403,
  noMethod: 200,
  methodFailed: 503,
  /** Operators have stopped the only way to pay, or the one that the buyer had begun. */
  halted: 503,
  /** The time for which an exact amount was reserved is over. */
  amountEnded: 410,
} as const;

export type PageState = keyof typeof statuses;

/** The HTTP statuses that a page of a link declares for these states. */
export const stateStatuses = [...new Set(Object.values(statuses))].filter((status) => status !== 200);

export const pageStates = Object.keys(statuses) as PageState[];

export interface StateView {
  readonly frame: CheckoutFrame;
  readonly state: PageState;
  /** Milliseconds. For `expired`, when the link expired. For `taken`, until when other buyers can finish. */
  readonly expiresAt?: number | undefined;
  /** Address where the buyer can try again, or pay in another way. */
  readonly again?: string | undefined;
  /** A notice that the buyer should read first. */
  readonly notice?: Markup | undefined;
}

/** What a browser has paid on a link, in full or in part. */
export interface PaidHere {
  readonly paid?: PaidBefore | undefined;
  readonly short?: readonly ShortMoney[];
}

/**
 * Shows what this browser has paid on a link, instead of why the link cannot be paid. A buyer who has paid in full is
 * not told to ask for another link, and one who has paid in part is sent to the merchant.
 * @param again as in {@link StateView}
 */
export function paidPage(frame: CheckoutFrame, state: PageState, { paid, short = [] }: PaidHere, again?: string) {
  const { words, organization: merchant = '' } = frame;
  return {
    status: statuses[state],
    html: pageOf(frame, {
      title: words.text(paid ? 'paidHereTitle' : 'shortTitle'),
      main: html`${paid && paidBefore(words, paid)}
${short.map((one) => html`<p>${shortText(words, one)}</p>`)}
${short.length > 0 && html`<p class="alert">${words.text('restElsewhere', { merchant })}</p>`}
<p class="soft">${words.text(`${state}Title`)}</p>
${backTo(frame, again)}`,
    }),
  };
}

export function statePage({ frame, state, expiresAt, again, notice }: StateView) {
  const { words, organization: merchant = '' } = frame;
  const values = { merchant, ...(expiresAt !== undefined && { time: words.time(expiresAt) }) };
  return {
    status: statuses[state],
    html: pageOf(frame, {
      title: words.text(`${state}Title`),
      main: html`${notice}
<p>${words.text(`${state}Text`, values)}</p>
${backTo(frame, again)}`,
    }),
  };
}

function backTo({ words }: CheckoutFrame, again: string | undefined): Markup | undefined {
  if (again === undefined) return undefined;
  return html`<p><a class="button main" href="${again}">${words.text('backToPayment')}</a></p>`;
}
