import { html, raw } from 'hono/html';
import { generate } from 'lean-qr';
import { formatAmount } from '../../ground/money/money.ts';
import { factsOf } from './facts.ts';
import { type Frame, type Markup, pageOf } from './layout.ts';

export interface CryptoView {
  readonly frame: Frame & { readonly merchant: string };
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  /** Minor units of the token. */
  readonly amount: bigint;
  /** Milliseconds: until then the amount is this payment's. */
  readonly until: number;
}

/** Address and exact amount of one payment. */
export function cryptoPage({ frame, token, chain, address, amount, until }: CryptoView): string {
  const { words, merchant } = frame;
  const exact = formatAmount(amount, token);
  const facts = [
    // As a wallet takes it: a point and no groups, in every language.
    { name: words.text('exactAmount'), value: `${exact} ${token}`, copied: exact },
    { name: words.text('network'), value: chain },
    { name: words.text('address'), value: address },
  ];
  return pageOf(frame, {
    title: words.text('cryptoTitle', { amount: `${exact} ${token}`, merchant }),
    scripted: true,
    main: html`<p class="alert">${words.text('exactHint')}</p>
${factsOf(words, facts)}
${qrCode(address, words.text('qrCode'))}
<p>${words.text('sendBy', { time: words.time(until) })}</p>
<p role="timer" hidden data-until="${until}">${words.text('timeLeft')} <span></span></p>
<h2>${words.text('whatNext')}</h2>
<p>${words.text('bankStepArrived', { merchant })}</p>`,
  });
}

/** Modules that stay white around a code, so that cameras find it. */
const quietZone = 4;

/** A QR code as inline SVG. */
function qrCode(text: string, label: string): Markup {
  const code = generate(text);
  const dark: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  }
  const side = code.size + 2 * quietZone;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges"><path d="${raw(dark.join(''))}"/></svg>`;
}
