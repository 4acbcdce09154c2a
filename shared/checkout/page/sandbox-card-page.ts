import { html } from 'hono/html';
import { type Frame, pageOf, pathIn } from './layout.ts';

/** A card that the sandbox takes. Its number is shown and never sent. */
export interface TestCard {
  readonly name: string;
  readonly number: string;
  /** Why it is declined; absent for one that is approved. */
  readonly declined?: string | undefined;
}

export interface SandboxCardView {
  readonly frame: Frame & { readonly merchant: string; readonly path: string };
  readonly cards: readonly TestCard[];
  /** Minor units. */
  readonly total: bigint;
  readonly currency: string;
  /** Path that cancels. */
  readonly cancel: string;
  /** The card that was tried last was declined. */
  readonly wasDeclined?: boolean;
}

/** The sandbox's card page: a list to choose from, because no card number may ever be entered here. */
export function sandboxCardPage({ frame, cards, total, currency, cancel, wasDeclined }: SandboxCardView): string {
  const { words, path } = frame;
  const amount = words.money(total, currency);
  const choices = cards.map(
    ({ name, number, declined }, index) =>
      html`<label><input type="radio" name="card" value="${name}" required ${index === 0 && 'checked'}><span>${number}<small>${declined === undefined ? words.text('cardApproved') : words.text('cardDeclined', { reason: declined })}</small></span></label>`,
  );
  return pageOf(frame, {
    title: words.text('payByCard', { amount }),
    main: html`<p>${words.text('testCardsOnly')}</p>
${wasDeclined && html`<p class="alert" role="alert">${words.text('declinedText')}</p>`}
<form method="post" action="${pathIn(frame, path)}">
<fieldset class="cards"><legend>${words.text('testCards')}</legend>${choices}</fieldset>
<button class="main">${words.text('payAmount', { amount })}</button>
</form>
<p><a href="${cancel}">${words.text('cancel')}</a></p>`,
  });
}
