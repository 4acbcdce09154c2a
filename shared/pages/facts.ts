import { html } from 'hono/html';
import type { Markup } from './frame.ts';
import type { Words } from './words.ts';

/** A value that a reader needs elsewhere, at a bank or in a wallet. */
export interface PageFact {
  readonly name: string;
  readonly value: string;
  /**
   * The value to copy, if it differs from the displayed one; false for a value that is selected rather than entered.
   */
  readonly copied?: string | false;
}

/** Values with buttons that copy them. A browser without scripts shows no buttons. */
export function factsOf(words: Words, facts: readonly PageFact[]): Markup {
  const rows = facts.map(
    ({ name, value, copied = value }) =>
      html`<dt>${name}</dt><dd><code dir="auto">${value}</code>${copied !== false && html`<button type="button" hidden data-copy="${copied}" data-copied="${words.text('copied')}" aria-label="${words.text('copyOf', { what: name })}">${words.text('copy')}</button>`}</dd>`,
  );
  return html`<dl class="facts">${rows}</dl>`;
}
