import { normalizeName } from '../../corridors/names/normalize-name.ts';
import { transliterated } from '../../corridors/names/transliterate.ts';
import { spellingsOf } from './disguises.ts';
import { withGivenNameAsOne } from './words/east-asian.ts';
import { type Part, partsOf } from './words/name-parts.ts';

/** One of the ways in which a payee's name can be meant. */
export interface Reading {
  readonly parts: readonly Part[];
  readonly unvowelled: boolean;
}

/** A name in every way in which it can be meant, each listed once. */
export function readingsOf(name: string): readonly Reading[] {
  const other = transliterated(name);
  const spellings = spellingsOf(name).map((text) => ({ text, unvowelled: false }));
  if (other) spellings.unshift({ text: normalizeName(other.name), unvowelled: other.unvowelled });
  const readings = new Map<string, Reading>();
  for (const { text, unvowelled } of spellings) {
    const ways = [{}, { lettersJoined: true }, { compounds: false }].map((way) => partsOf(text, 'anybody', way));
    if (ways.some((parts) => parts.some(mayBeName))) ways.push(partsOf(text, 'individual'));
    for (const parts of ways) {
      for (const reading of [parts, ...withGivenNameAsOne(parts)]) {
        if (reading.length > 0) readings.set(keyOf(reading), { parts: reading, unvowelled });
      }
    }
  }
  return [...readings.values()];
}

/** The longest legal form that is also a person's name: `Sia`, `Se`, `Ag`. */
const longestFormAsName = 4;

function mayBeName({ kind, written }: Part): boolean {
  return kind === 'form' && written !== undefined && written.length <= longestFormAsName;
}

const keyOf = (parts: readonly Part[]) => parts.map(({ text, kind }) => `${kind} ${text}`).join(' ');
