import { html } from 'hono/html';
import { amountOf } from '../../../../pages/amount.ts';
import { pageOf } from '../../../../pages/layout.ts';
import { pathIn } from '../../../../pages/paths.ts';
import type { LinkFrame } from '../../../page/frame-of.ts';
import { type Rest, restNotice } from '../../../page/short-money.ts';
import { missingOf } from '../../../payments/short-money.ts';
import { crypto } from '../crypto.ts';
import type { OtherTransfer } from '../payments/other-transfers.ts';
import { otherTransfers } from './other-transfers.ts';

export interface ShortView {
  readonly frame: LinkFrame;
  /** The total of the link, in minor units of its currency. */
  readonly total: bigint;
  readonly currency: string;
  readonly rest: Rest;
  /** Id of the view that was submitted. */
  readonly view: string;
  readonly others: readonly OtherTransfer[];
}

/** Shown if part of the money has arrived and no amount is reserved for the rest. A button reserves one. */
export function shortPage({ frame, total, currency, rest, view, others }: ShortView): string {
  const { words, path } = frame;
  const missing = words.money(missingOf(rest.short), rest.short.currency);
  return pageOf(frame, {
    title: words.text('shortTitle'),
    about: amountOf(words.text('total'), words.money(total, currency)),
    main: html`${restNotice(frame, crypto.kind, rest)}
${otherTransfers(frame, others)}
<form method="post" action="${pathIn(frame, `${path}/crypto`)}">
<input type="hidden" name="view" value="${view}">
<button class="main">${words.text('payRest', { missing })}</button>
</form>`,
  });
}
