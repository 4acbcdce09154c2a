import { buildItem } from './build-item.ts';
import type { Fault, Line } from './fault.ts';
import { maxLineLength } from './limits.ts';
import { fieldOf, type Names } from './names.ts';
import type { Read } from './read-csv.ts';
import { repeatedKeys } from './repeated-keys.ts';

/**
 * Reads JSON Lines: each line a payout as `POST payouts` takes it. Empty lines are no lines.
 * @param text with line feeds alone as line ends
 */
export function readJsonLines(text: string, names: Names): Read {
  const lines: Line[] = [];
  const faults: Fault[] = [];
  for (const [index, source] of text.split('\n').entries()) {
    if (source.trim() === '') continue;
    const line = index + 1;
    const read = readLine(source, names);
    if ('item' in read && read.item) lines.push({ line, item: read.item });
    faults.push(...read.faults.map((message) => ({ line, message })));
  }
  return { lines, faults };
}

function readLine(source: string, names: Names): ReturnType<typeof buildItem> {
  if (source.length > maxLineLength) return { faults: [`has more than ${maxLineLength} characters`] };
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { faults: ['is not JSON'] };
  }
  if (!isObject(value)) return { faults: ['is not a JSON object'] };
  const faults = repeatedKeys(source).map((key) => `"${key}" is there twice`);
  const values = new Map<string, unknown>();
  collect(value, '', names, values, faults);
  const built = buildItem(values);
  return faults.length > 0 ? { faults: [...faults, ...built.faults] } : built;
}

/** Fields by their paths; an object that is no field is looked into once. */
function collect(
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  names: Names,
  values: Map<string, unknown>,
  faults: string[],
): void {
  for (const [key, value] of Object.entries(object)) {
    const path = prefix + key;
    if (names.ignored.has(path)) continue;
    if (prefix === '' && isObject(value)) {
      // An empty one would be left out, and with it a condition that somebody meant to set.
      if (Object.keys(value).length === 0) faults.push(`${path} is empty`);
      collect(value, `${path}.`, names, values, faults);
      continue;
    }
    const found = fieldOf(names, path);
    if ('fault' in found) faults.push(found.fault);
    else if ('field' in found && values.has(found.field)) faults.push(`${found.field} is given twice`);
    else if ('field' in found) values.set(found.field, typeof value === 'string' ? value.trim() : value);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
