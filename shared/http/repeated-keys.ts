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
  const faults: FieldFault[] = [];
  const open: Open[] = [];
  for (const [sign] of text.matchAll(token)) {
    const inner = open.at(-1);
    if (sign === '{') open.push({ keys: new Set(), at: '', isBeforeKey: true });
    else if (sign === '[') open.push({ at: 0, isBeforeKey: false });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') passComma(inner);
    else if (inner?.keys && inner.isBeforeKey) {
      inner.at = JSON.parse(sign) as string;
      inner.isBeforeKey = false;
      if (inner.keys.has(inner.at)) faults.push(repeatedAt(open));
      inner.keys.add(inner.at);
    }
    if (faults.length === maxFaults) break;
  }
  return faults;
}

function passComma(inner: Open | undefined): void {
  if (inner?.keys) inner.isBeforeKey = true;
  else if (inner) inner.at = Number(inner.at) + 1;
}

/** No request nests deeper; a path that does is cut, so that an answer stays small. */
const longestPath = 32;

function repeatedAt(open: readonly Open[]): FieldFault {
  return {
    path: pathOf(open.slice(0, longestPath).map(({ at }) => at)),
    message: 'is given more than once',
    code: 'repeated_key',
  };
}
