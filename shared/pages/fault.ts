import { html } from 'hono/html';
import type { Markup } from './frame.ts';

/**
 * What is wrong with a field, beside it. The field names it by `aria-describedby`.
 * @param isChecked a script may find a fault, or see that there is none any more, and whoever listens is told
 */
export function faultOf(name: string, fault: string | undefined, isChecked = false): Markup | undefined {
  if (fault === undefined && !isChecked) return undefined;
  return html`<p class="fault" id="${name}-fault"${isChecked && html` aria-live="polite"`}>${fault}</p>`;
}
