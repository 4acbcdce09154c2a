import { html } from 'hono/html';
import { type Frame, pageOf } from './layout.ts';
import { type PaidBefore, paidBefore } from './paid-before.ts';

/** Why a link cannot be paid now, or not so, with the status that says it. */
const statuses = {
  expired: 410,
  paused: 410,
  /** `maxPayments` are taken. A place may become free. */
  full: 409,
  /** As `full`, while somebody has begun to pay and has not finished. */
  taken: 409,
  busy: 429,
  /** The organization is suspended: nothing is told of it. */
  unavailable: 403,
  noMethod: 200,
  methodFailed: 503,
  /** An exact amount was reserved, and the time is over in which it is the buyer's. */
  amountEnded: 410,
} as const;

export type PageState = keyof typeof statuses;

/** What a page of a link declares that shows these. */
export const stateStatuses = [...new Set(Object.values(statuses))].filter((status) => status !== 200);

export const pageStates = Object.keys(statuses) as PageState[];

export interface StateView {
  readonly frame: Frame;
  readonly state: PageState;
  /** Milliseconds; of `expired`, and of `taken`: until then others may finish. */
  readonly expiresAt?: number | undefined;
  /** Where the buyer may try again, or pay otherwise. */
  readonly again?: string | undefined;
}

/** In the place of why a link cannot be paid: what this browser has paid on it. Whoever has paid is not told to ask for another link. */
export function paidPage(frame: Frame, state: PageState, paid: PaidBefore) {
  const { words } = frame;
  return {
    status: statuses[state],
    html: pageOf(frame, {
      title: words.text('paidHereTitle'),
      main: html`${paidBefore(words, paid)}
<p class="soft">${words.text(`${state}Title`)}</p>`,
    }),
  };
}

export function statePage({ frame, state, expiresAt, again }: StateView) {
  const { words, merchant = '' } = frame;
  const values = { merchant, ...(expiresAt !== undefined && { time: words.time(expiresAt) }) };
  return {
    status: statuses[state],
    html: pageOf(frame, {
      title: words.text(`${state}Title`),
      main: html`<p>${words.text(`${state}Text`, values)}</p>
${again !== undefined && html`<p><a class="button main" href="${again}">${words.text('backToPayment')}</a></p>`}`,
    }),
  };
}
