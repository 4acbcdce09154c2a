import { html } from 'hono/html';
import type { Markup } from './frame.ts';
import type { Words } from './words.ts';

/** Something that a reader needs elsewhere, at a bank or in a wallet. */
export interface PageFact {
  readonly name: string;
  readonly value: string;
  /** What is copied, where it is written otherwise; false for what is chosen and not entered. */
  readonly copied?: string | false;
}

/** Facts with buttons that copy them. A browser without scripts shows no button. */
export function factsOf(words: Words, facts: readonly PageFact[]): Markup {
  const rows = facts.map(
    ({ name, value, copied = value }) =>
      html`<dt>${name}</dt><dd><code dir="auto">${value}</code>${copied !== false && html`<button type="button" hidden data-copy="${copied}" data-copied="${words.text('copied')}" aria-label="${words.text('copyOf', { what: name })}">${words.text('copy')}</button>`}</dd>`,
  );
  return html`<dl class="facts">${rows}</dl>`;
}
