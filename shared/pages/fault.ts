import { html } from 'hono/html';
import type { Markup } from './frame.ts';

/**
 * What is wrong with a field, shown next to it. The field refers to it with `aria-describedby`.
 * @param isChecked a script may find a fault, or find it fixed, and screen readers are told
 */
export function faultOf(name: string, fault: string | undefined, isChecked = false): Markup | undefined {
  if (fault === undefined && !isChecked) return undefined;
  return html`<p class="fault" id="${name}-fault"${isChecked && html` aria-live="polite"`}>${fault}</p>`;
}
