import { html } from 'hono/html';
import { amountOf } from '../../../../pages/amount.ts';
import { choicesOf } from '../../../../pages/choices.ts';
import { pageOf } from '../../../../pages/layout.ts';
import { pathIn } from '../../../../pages/paths.ts';
import type { LinkFrame } from '../../../page/frame-of.ts';
import { panelOf } from '../../../page/panel.ts';
import { card } from '../card.ts';

/** A card that the sandbox accepts. Its number is shown but never submitted. */
export interface TestCard {
  readonly name: string;
  readonly number: string;
  /** Why the card is declined. Absent for a card that is approved. */
  readonly declined?: string | undefined;
}

export interface SandboxCardView {
  readonly frame: LinkFrame;
  readonly cards: readonly TestCard[];
  /** Minor units. */
  readonly total: bigint;
  readonly currency: string;
  /** Path of the page that cancels the attempt. */
  readonly cancel: string;
  /** Name of the last card that was tried and declined. */
  readonly declinedCard?: string | undefined;
}

/** Shows the sandbox's card page. It is a list to choose from, because no card number may ever be entered here. */
export function sandboxCardPage({ frame, cards, total, currency, cancel, declinedCard }: SandboxCardView): string {
  const { words, path } = frame;
  const amount = words.money(total, currency);
  const choices = cards.map(({ name, number, declined }) => ({
    value: name,
    label: number,
    hint: declined === undefined ? words.text('cardApproved') : words.text('cardDeclined', { reason: declined }),
  }));
  const fault = declinedCard === undefined ? undefined : words.text('declinedText');
  return pageOf(frame, {
    title: panelOf(words, card, { amount }).button,
    about: amountOf(words.text('total'), amount),
    main: html`<p>${words.text('testCardsOnly')}</p>
<form method="post" action="${pathIn(frame, path)}">
${choicesOf({ name: 'card', label: words.text('testCards'), choices, chosen: declinedCard, fault })}
<button class="main">${words.text('payAmount', { amount })}</button>
</form>
<p><a href="${cancel}">${words.text('cancel')}</a></p>`,
  });
}
