/** How a language writes JSON values. */
export interface Notation {
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** The name of a field. */
  readonly name: (name: string) => string;
}

export const inTypeScript: Notation = {
  words: { true: 'true', false: 'false', null: 'null' },
  name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
};

export const inPython: Notation = {
  words: { true: 'True', false: 'False', null: 'None' },
  name: (name) => JSON.stringify(name),
};

/** A JSON value as a literal of the language, over several lines if it is an object or a list. */
export function printValue(value: unknown, notation: Notation, indent = ''): string {
  if (value === true || value === false || value === null) return notation.words[`${value}`];
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Array.isArray(value)
    ? value.map((one) => printValue(one, notation, inner))
    : Object.entries(value as object).map(
        ([name, one]) => `${notation.name(name)}: ${printValue(one, notation, inner)}`,
      );
  if (lines.length === 0) return open + close;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}
