import { html } from 'hono/html';
import type { Markup } from './frame.ts';

/** The amount shown by a page. */
export function amountOf(label: string, amount: string): Markup {
  return html`<dl class="amount"><dt>${label}</dt><dd>${amount}</dd></dl>`;
}
