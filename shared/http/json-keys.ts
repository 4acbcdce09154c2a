import { maxFaults, pathOf } from '../contract/faults.ts';
import type { FieldFault } from '../ground/errors/service-error.ts';

/** What is open around a place in a text: an object with the keys that it has had, or an array. */
interface Open {
  readonly keys?: Set<string>;
  /** Where in it the place is: the last key, or an index. */
  at: string | number;
  /** Whether the next string is a key. */
  isBeforeKey: boolean;
}

/** Strings whole, so that nothing inside one is taken for a sign. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * Finds keys that an object has twice: the parser keeps the last and says nothing, another reader of the same signed bytes may
 * keep the first. (No kept parser refuses all of them: those that look let equal values pass.)
 * @param text JSON that can be parsed
 */
export function repeatedKeys(text: string): FieldFault[] {
  return faultsIn(text, ({ isRepeated }) => isRepeated, { message: 'is given more than once', code: 'repeated_key' });
}

/**
 * Finds keys that no field has, and that would reach an object's prototype where somebody copies it.
 * @param text JSON that can be parsed
 */
export function prototypeKeys(text: string): FieldFault[] {
  const isPrototype = ({ key }: FoundKey) => key === '__proto__' || key === 'constructor';
  return faultsIn(text, isPrototype, { message: 'is not a known field', code: 'unrecognized_key' });
}

/** No request nests so deep, by far; a parser that recurses would not come back from much deeper ones. */
export const mostLevels = 32;

/** @param text JSON or not */
export function nestsTooDeep(text: string): boolean {
  let level = 0;
  for (const [sign] of text.matchAll(token)) {
    if (sign === '{' || sign === '[') level += 1;
    if (sign === '}' || sign === ']') level -= 1;
    if (level > mostLevels) return true;
  }
  return false;
}

function faultsIn(text: string, isFault: (found: FoundKey) => boolean, fault: Omit<FieldFault, 'path'>): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const found of keysIn(text)) {
    if (isFault(found)) faults.push({ path: pathOf(found.path), ...fault });
    if (faults.length === maxFaults) break;
  }
  return faults;
}

interface FoundKey {
  readonly key: string;
  readonly path: readonly (string | number)[];
  readonly isRepeated: boolean;
}

/** Every key of a JSON text, in its order. */
function* keysIn(text: string): Generator<FoundKey> {
  const open: Open[] = [];
  for (const [sign] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (sign === '{') open.push({ keys: new Set(), at: '', isBeforeKey: true });
    else if (sign === '[') open.push({ at: 0, isBeforeKey: false });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') passComma(inner);
    else if (inner?.keys && inner.isBeforeKey) {
      const key = JSON.parse(sign) as string;
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
