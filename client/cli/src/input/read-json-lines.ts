import { currencySideOf, type NamesCurrency, sideAmong } from './currency.ts';
import type { Fault, Line } from './fault.ts';
import { maxLineLength } from './limits.ts';
import { meaningOf, type Names, neverIgnored } from './names.ts';
import { type CurrencyCell, type Read, readLine } from './read-line.ts';
import { repeatedKeys } from './repeated-keys.ts';

/**
 * Reads JSON Lines: each line is a payout in the format of `POST payouts`. Empty lines are skipped.
 * @param text with line feeds as the only line ends
 */
export function readJsonLines(text: string, names: Names): Read {
  const lines: Line[] = [];
  const faults: Fault[] = [];
  for (const [index, source] of text.split('\n').entries()) {
    if (source.trim() === '') continue;
    const line = index + 1;
    const read = readSource(line, source, names);
    lines.push(...read.lines);
    faults.push(...read.faults);
  }
  return { lines, faults };
}

function readSource(line: number, source: string, names: Names): Read {
  const refused = (message: string) => ({ lines: [], faults: [{ line, message }] });
  if (source.length > maxLineLength) return refused(`has more than ${maxLineLength} characters`);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return refused('is not JSON');
  }
  if (!isObject(value)) return refused('is not a JSON object');
  const found: Collected = { values: new Map(), cells: [], faults: [] };
  found.faults.push(...repeatedKeys(source).map((key) => `"${key}" appears twice`));
  collect(value, '', names, found);
  const { cells } = found;
  const { lines, faults } = readLine(
    line,
    found.values,
    cells.map((cell) => ({ ...cell, currency: sideAmong(cell, cells.length) })),
  );
  if (found.faults.length === 0) return { lines, faults };
  return { lines: [], faults: [...found.faults.map((message) => ({ line, message })), ...faults] };
}

interface Collected {
  readonly values: Map<string, unknown>;
  readonly cells: (CurrencyCell & NamesCurrency)[];
  readonly faults: string[];
}

/** Collects fields by their paths. An object that is not a field itself is examined one level deep. */
function collect(object: Readonly<Record<string, unknown>>, prefix: string, names: Names, found: Collected): void {
  const { values, cells, faults } = found;
  for (const [key, value] of Object.entries(object)) {
    const path = prefix + key;
    if (prefix === '' && isObject(value) && !names.ignored.has(path)) {
      // An empty one would be dropped, and with it a condition that someone meant to set.
      if (Object.keys(value).length === 0) faults.push(`${path} is empty`);
      collect(value, `${path}.`, names, found);
      continue;
    }
    const isEmpty = value === null || value === '';
    const meaning = meaningOf(names, path, isEmpty ? [] : [String(value)]);
    if ('fault' in meaning) faults.push(meaning.fault);
    else if ('ignored' in meaning) faults.push(...currenciesWithin(path, value));
    else if ('currency' in meaning && !isEmpty) cells.push({ ...meaning, column: path, cell: value });
    else if ('field' in meaning && values.has(meaning.field)) faults.push(`${meaning.field} is given twice`);
    else if ('field' in meaning) values.set(meaning.field, typeof value === 'string' ? value.trim() : value);
  }
}

/** An ignored object may still contain a currency. */
function currenciesWithin(path: string, value: unknown): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    currencySideOf(key) && inner ? [neverIgnored(`${path}.${key}`)] : currenciesWithin(`${path}.${key}`, inner),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
