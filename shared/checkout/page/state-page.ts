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
  /** As `full`, while someone has started to pay and has not finished. */
  taken: 409,
  busy: 429,
  /** The organization is suspended, and nothing about it is shown. */
  unavailable: 403,
  noMethod: 200,
  methodFailed: 503,
  /** Operators have stopped the only way to pay, or the one that was begun. */
  halted: 503,
  /** The time for which an exact amount was reserved is over. */
  amountEnded: 410,
} as const;

export type PageState = keyof typeof statuses;

/** The statuses that a page of a link declares for these states. */
export const stateStatuses = [...new Set(Object.values(statuses))].filter((status) => status !== 200);

export const pageStates = Object.keys(statuses) as PageState[];

export interface StateView {
  readonly frame: CheckoutFrame;
  readonly state: PageState;
  /** Milliseconds. For `expired` and for `taken`: until then others can finish. */
  readonly expiresAt?: number | undefined;
  /** Where the buyer can try again, or pay in another way. */
  readonly again?: string | undefined;
  /** What else the buyer should know first. */
  readonly notice?: Markup | undefined;
}

/** What a browser has paid on a link, in full or in part. */
export interface PaidHere {
  readonly paid?: PaidBefore | undefined;
  readonly short?: readonly ShortMoney[];
}

/**
 * Shown instead of the reason why a link cannot be paid: what this browser has paid on it. A buyer who has paid in full
 * is not told to ask for another link; one who has paid in part is sent to the merchant.
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
