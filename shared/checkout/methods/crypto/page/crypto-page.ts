import { html } from 'hono/html';
import { formatAmount } from '../../../../ground/money/money.ts';
import { amountOf } from '../../../../pages/amount.ts';
import { factsOf } from '../../../../pages/facts.ts';
import type { Markup } from '../../../../pages/frame.ts';
import { pageOf } from '../../../../pages/layout.ts';
import { pathIn } from '../../../../pages/paths.ts';
import type { LinkFrame } from '../../../page/frame-of.ts';
import { type Rest, restNotice } from '../../../page/short-money.ts';
import { crypto } from '../crypto.ts';
import { networkName } from '../network-name.ts';
import type { OtherTransfer } from '../payments/other-transfers.ts';
import { otherTransfers } from './other-transfers.ts';
import { qrCode } from './qr-code.ts';

export interface CryptoView {
  readonly frame: LinkFrame;
  /** The total of the link, in minor units of its currency. */
  readonly total: bigint;
  readonly currency: string;
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  /** Minor units of the token. */
  readonly amount: bigint;
  /** The time in milliseconds until which the amount is reserved for this payment. */
  readonly until: number;
  readonly now: number;
  /** Identifies the view that the buyer came from, for browsers without cookies. */
  readonly view: string;
  /** A note for a buyer who has pressed "I have sent it" or the sandbox's button. */
  readonly note?: 'notSeenYet' | 'testTransferSent' | undefined;
  /** Transfers that arrived at the address in other amounts. */
  readonly others?: readonly OtherTransfer[] | undefined;
  /** Set if the amount is for the rest of a payment. */
  readonly rest?: Rest | undefined;
}

/** Shows the address and exact amount of a payment. In the sandbox, a button sends the amount. */
export function cryptoPage(page: CryptoView): string {
  const { frame, total, currency, token, amount, view, note, others = [], rest } = page;
  const { words, organization: merchant, path, livemode } = frame;
  const exact = formatAmount(amount, token);
  return pageOf(frame, {
    title: words.text('cryptoTitle', { amount: `${exact} ${token}`, merchant }),
    scripted: true,
    about: amountOf(words.text('total'), words.money(total, currency)),
    main: html`${note && html`<p class="alert" role="alert">${words.text(note)}</p>`}
${otherTransfers(frame, others)}
${rest && restNotice(frame, crypto.kind, rest)}
<div data-open>${detailsOf(page, exact)}</div>
<div hidden data-ended="${words.text('amountEndedTitle')}" role="alert">
<p>${words.text('amountEndedText', { merchant })}</p>
<p><a class="button" href="${pathIn(frame, path, frame.parameters)}">${words.text('backToPayment')}</a></p>
</div>
<form method="post" action="${pathIn(frame, `${path}/crypto`)}">
<input type="hidden" name="view" value="${view}">
<button class="main" name="sent" value="yes">${words.text('cryptoSent')}</button>
</form>
${!livemode && note !== 'testTransferSent' && testTransferOf(page)}`,
  });
}

/** The details shown while the amount is reserved for this payment. */
function detailsOf({ frame, token, chain, address, until, now }: CryptoView, exact: string): Markup {
  const { words, organization: merchant } = frame;
  const facts = [
    // The form that wallets accept in every language: with a decimal point and no grouping.
    { name: words.text('exactAmount'), value: `${exact} ${token}`, copied: exact },
    { name: words.text('network'), value: networkName(chain), copied: false as const },
    { name: words.text('address'), value: address },
  ];
  return html`<p class="alert">${words.text('exactHint')}</p>
${factsOf(words, facts)}
${qrCode(address, words.text('qrCode'))}
<p>${words.text('sendBy', { time: words.time(until) })}</p>
<p role="timer" hidden data-left="${Math.max(0, until - now)}">${words.text('timeLeft')} <span></span></p>
<h2>${words.text('whatNext')}</h2>
<ol><li>${words.text('cryptoStepSend')}</li><li>${words.text('cryptoStepFinal', { merchant })}</li></ol>`;
}

function testTransferOf({ frame, view }: CryptoView): Markup {
  const { words, path } = frame;
  return html`<form data-open method="post" action="${pathIn(frame, `${path}/test-transfer`)}">
<p>${words.text('testTransferOnly')}</p>
<input type="hidden" name="view" value="${view}">
<button>${words.text('sendTestTransfer')}</button>
</form>`;
}
