import { maxFaults } from '../contract/faults/describe-fault.ts';
import { pathOf } from '../contract/faults/faults.ts';
import type { FieldFault } from '../ground/errors/service-error.ts';
import { isInexact } from './inexact-number.ts';

/** An object or array that is open at a position in a text. */
interface Open {
  readonly keys?: Set<string>;
  /** The current position inside it: the last key of an object, or an index of an array. */
  at: string | number;
  /** Whether the next string is a key. */
  isBeforeKey: boolean;
}

/**
 * Matches each string as a whole, so that brackets and commas inside strings do not count. An unclosed string extends
 * to the end of the text; otherwise every quote in it would be tried as the start of another string.
 */
const token = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],]|-?\d[\d.eE+-]*/gs;

/**
 * Finds keys that occur more than once in an object. The parser silently keeps the last one, but another reader of the
 * same signed bytes may keep the first. (No maintained parser refuses all of them: parsers that check for repeated keys
 * accept equal values.)
 * @param text JSON that can be parsed
 */
export function repeatedKeys(text: string): FieldFault[] {
  return faultsIn(text, ({ isRepeated }) => isRepeated === true, {
    message: 'is given more than once',
    code: 'repeated_key',
  });
}

/**
 * Finds keys that belong to no field and could reach the prototype of a copied object.
 * @param text JSON that can be parsed
 */
export function prototypeKeys(text: string): FieldFault[] {
  const isPrototype = ({ key }: Found) => key === '__proto__' || key === 'constructor';
  return faultsIn(text, isPrototype, { message: 'is not a known field', code: 'unrecognized_key' });
}

/**
 * Matches texts that may contain an inexact number. Numbers with fewer digits, no exponent and no `-0` are read exactly
 * as written.
 */
const mayBeInexact = /[\d.]{16}|\d[eE]|-0/;

/**
 * Finds numbers that reading would change. A caller's own fields must be stored as they were sent.
 * @param text JSON that can be parsed
 */
export function inexactNumbers(text: string): FieldFault[] {
  if (!mayBeInexact.test(text)) return [];
  const message = 'cannot be represented exactly as a number: send it as a string';
  return faultsIn(text, ({ number }) => number !== undefined && isInexact(number), { message, code: 'inexact_number' });
}

/** Much deeper than any valid request needs. A recursive parser would fail on texts that are nested far deeper. */
export const maxNestingLevels = 32;

/** @param text JSON or any other text */
export function nestsTooDeep(text: string): boolean {
  let level = 0;
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') level += 1;
    if (part === '}' || part === ']') level -= 1;
    if (level > maxNestingLevels) return true;
  }
  return false;
}

function faultsIn(text: string, isFault: (found: Found) => boolean, fault: Omit<FieldFault, 'path'>): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const found of keysAndNumbersIn(text)) {
    if (isFault(found)) faults.push({ path: pathOf(found.path), ...fault });
    if (faults.length === maxFaults) break;
  }
  return faults;
}

/** A key or a number, and its position. */
interface Found {
  readonly path: readonly (string | number)[];
  readonly key?: string;
  readonly isRepeated?: boolean;
  /** The number as it is written. */
  readonly number?: string;
}

/** Yields every key and every number of a JSON text, in order. */
function* keysAndNumbersIn(text: string): Generator<Found> {
  const open: Open[] = [];
  for (const [part] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (part === '{') open.push({ keys: new Set(), at: '', isBeforeKey: true });
    else if (part === '[') open.push({ at: 0, isBeforeKey: false });
    else if (part === '}' || part === ']') open.pop();
    else if (part === ',') passComma(inner);
    else if (!part.startsWith('"')) yield { number: part, path: open.map(({ at }) => at) };
    else if (inner?.keys && inner.isBeforeKey) {
      const key = JSON.parse(part) as string;
      inner.at = key;
      inner.isBeforeKey = false;
      yield { key, path: open.map(({ at }) => at), isRepeated: inner.keys.has(key) };
      inner.keys.add(key);
    }
  }
}

function passComma(inner: Open | undefined): void {
  if (inner?.keys) inner.isBeforeKey = true;
  else if (inner) inner.at = Number(inner.at) + 1;
}
