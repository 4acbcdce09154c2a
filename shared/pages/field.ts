import { html } from 'hono/html';
import { faultOf } from './fault.ts';
import type { Markup } from './frame.ts';
import type { Words } from './words.ts';

/** What a script checks while something is typed. The server always decides. */
export interface TypingCheck {
  /** A regular expression for the whole value, without the spaces and punctuation that people add. */
  readonly pattern: string;
  /** Shown next to a value that matches in none of its spellings. */
  readonly fault: string;
}

/** One of several values. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** One field of a form. */
export interface Field {
  /** The name of the field in the submitted form. */
  readonly name: string;
  readonly label: string;
  /** What was typed before. It stays, even if it is wrong. */
  readonly value?: string | undefined;
  /** An example, shown below the label. */
  readonly example?: string | undefined;
  readonly check?: TypingCheck | undefined;
  /** What is wrong with the value. */
  readonly fault?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly inputmode?: 'numeric' | 'decimal' | 'email' | undefined;
  /** The field may stay empty. */
  readonly optional?: boolean | undefined;
  /** The values to choose from, instead of typing. */
  readonly options?: readonly Option[] | undefined;
  /** Shown in place of an option while none is chosen. */
  readonly unchosen?: string | undefined;
  /** Values that a browser suggests while something is typed. */
  readonly suggestions?: readonly Option[] | undefined;
}

/** The fields of a form, in order. The first one with a fault has the focus when the page is shown. */
export function fieldsOf(words: Words, fields: readonly Field[]): Markup {
  const first = fields.find(({ fault }) => fault !== undefined);
  return html`${fields.map((field) => fieldOf(words, field, field === first))}`;
}

function fieldOf(words: Words, field: Field, hasFocus: boolean): Markup {
  const { name, label, example, check, fault } = field;
  return html`<div class="field"><label for="${name}">${label}</label>
${example !== undefined && html`<p class="soft" id="${name}-example">${words.text('example', { example })}</p>`}
${controlOf(field, attributesOf(field, hasFocus))}
${faultOf(name, fault, check !== undefined)}</div>`;
}

/** The attributes that an input and a select share. */
function attributesOf({ name, example, check, fault, autocomplete, optional }: Field, hasFocus: boolean): Markup {
  const described = [
    example !== undefined && `${name}-example`,
    (fault !== undefined || check !== undefined) && `${name}-fault`,
  ].filter(Boolean);
  const attributes = [
    autocomplete !== undefined && html` autocomplete="${autocomplete}"`,
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`,
    fault !== undefined && html` aria-invalid="true"`,
    !optional && html` required`,
    hasFocus && html` autofocus`,
  ];
  return html`id="${name}" name="${name}"${attributes}`;
}

function controlOf(field: Field, attributes: Markup): Markup {
  const { name, value = '', check, inputmode, options, suggestions } = field;
  if (options) return html`<select ${attributes}>${optionsOf(field, options)}</select>`;
  const typing = [
    inputmode !== undefined && html` inputmode="${inputmode}"`,
    check !== undefined && html` data-pattern="${check.pattern}" data-fault="${check.fault}"`,
    suggestions !== undefined && html` list="${name}-list"`,
  ];
  return html`<input ${attributes} value="${value}" dir="auto"${typing}>${suggestions && html`<datalist id="${name}-list">${suggestions.map((option) => html`<option value="${option.value}">${option.label}</option>`)}</datalist>`}`;
}

function optionsOf({ value, unchosen }: Field, options: readonly Option[]): Markup {
  const rows = options.map(
    (option) => html`<option value="${option.value}"${option.value === value && ' selected'}>${option.label}</option>`,
  );
  return html`${unchosen !== undefined && html`<option value="">${unchosen}</option>`}${rows}`;
}
