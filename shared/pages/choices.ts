import { html } from 'hono/html';
import { faultOf } from './fault.ts';
import type { Markup } from './frame.ts';

/** One of several things, of which exactly one is chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

interface Choices {
  /** The field's name in the form that is sent. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The value that was chosen before; without it, or where it is none of them, the first is chosen. */
  readonly chosen?: string | undefined;
  /** What is wrong with what was chosen. */
  readonly fault?: string | undefined;
}

/** A list to choose from. What was wrongly chosen keeps the focus, so that its fault is read aloud. */
export function choicesOf({ name, label, choices, chosen, fault }: Choices): Markup {
  const known = choices.some(({ value }) => value === chosen) ? chosen : choices[0]?.value;
  const rows = choices.map(
    ({ value, label, hint }) =>
      html`<label><input type="radio" name="${name}" value="${value}" required ${value === known && 'checked'} ${value === known && fault !== undefined && 'autofocus'}><span>${label}<small>${hint}</small></span></label>`,
  );
  return html`<fieldset class="choices" ${fault !== undefined && html`aria-describedby="${name}-fault"`}><legend>${label}</legend>${rows}${faultOf(name, fault)}</fieldset>`;
}
