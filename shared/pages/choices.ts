import { html } from 'hono/html';
import { faultOf } from './fault.ts';
import type { Markup } from './frame.ts';

/** One of several options, exactly one of which is chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

interface Choices {
  /** The name of the field in the submitted form. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The value that was chosen before. If absent or not among the options, the first one is chosen. */
  readonly chosen?: string | undefined;
  /** What is wrong with the choice. */
  readonly fault?: string | undefined;
}

/** A list of options. A wrong choice keeps the focus, so that its error is read aloud. */
export function choicesOf({ name, label, choices, chosen, fault }: Choices): Markup {
  const known = choices.some(({ value }) => value === chosen) ? chosen : choices[0]?.value;
  const rows = choices.map(
    ({ value, label, hint }) =>
      html`<label><input type="radio" name="${name}" value="${value}" required ${value === known && 'checked'} ${value === known && fault !== undefined && 'autofocus'}><span>${label}<small>${hint}</small></span></label>`,
  );
  return html`<fieldset class="choices" ${fault !== undefined && html`aria-describedby="${name}-fault"`}><legend>${label}</legend>${rows}${faultOf(name, fault)}</fieldset>`;
}
