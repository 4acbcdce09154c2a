import { normalizeName } from '../../corridors/names/normalize-name.ts';
import type { ListedParty } from './sdn-csv.ts';
import { withGivenNameAsOne } from './words/east-asian.ts';
import { type Part, partsOf } from './words/name-parts.ts';

/** A part of a listed name. */
export interface ListedPart extends Part {
  /** Whether it belongs to an individual's last name. */
  readonly last: boolean;
  /**
   * Whether people often leave it out: a given name after the first one, or a part of an organization's name in
   * parentheses.
   */
  readonly later: boolean;
  /** Whether it is the first word of the last name or of the given names. */
  readonly leads: boolean;
}

/**
 * A listed name in every way in which it is compared: an East Asian given name or an Arabic compound also as one word,
 * and with all words in any order. The comma in a person's name may split a compound, and periods may separate the
 * letters of an organization's name.
 */
export function listedReadings(name: string, kind: ListedParty['kind']): readonly ListedReading[] {
  const otherwise =
    kind === 'individual'
      ? name.replace(partedCompound, '$3 $1, $2')
      : name.replace(dotted, (run) => run.replaceAll('.', ''));
  const readings = readingsOf(name, kind);
  if (otherwise === name) return readings;
  const known = new Set(readings.map(keyOf));
  return [...readings, ...readingsOf(otherwise, kind).filter((reading) => !known.has(keyOf(reading)))];
}

/** `AL-RAHMAN, Umar Abd` means `Umar Abd al-Rahman`. */
const partedCompound = /^([^,]+),\s*(.*?)\s*(\S?abd(?:[aeu]l)?)$/i;
/** `Y.A.S. CO` does not end in the legal form `A.S.` */
const dotted = /\b(?:\p{L}{1,3}\.){2,}/gu;

const keyOf = ({ parts, asWhole }: ListedReading) =>
  [asWhole, ...parts.map(({ text, kind, last }) => `${kind} ${text} ${last}`)].join(',');

function readingsOf(name: string, kind: ListedParty['kind']): readonly ListedReading[] {
  const parts = listedParts(name, kind);
  const isCompound = kind === 'individual' && parts.some(({ written }) => written !== undefined);
  if (!isCompound && !parts.some(({ isUnit }) => isUnit)) return [{ parts, asWhole: false }];
  const plain = partsOf(normalizeName(name), kind, { compounds: false }).map((part) => ({
    ...part,
    last: false,
    later: false,
    leads: false,
  }));
  return [
    { parts, asWhole: false },
    { parts: plain, asWhole: true },
  ];
}

interface ListedReading {
  readonly parts: readonly ListedPart[];
  /** Whether the name matches only names with all of its words. */
  readonly asWhole: boolean;
}

/** The parts of a listed name. For an individual, `LAST, First Middle`, the last name comes first. */
export function listedParts(name: string, kind: ListedParty['kind']): readonly ListedPart[] {
  const comma = kind === 'individual' ? name.indexOf(',') : -1;
  if (comma < 0) {
    const aside = new Set(kind === 'entity' ? normalizeName(inParentheses(name)).split(' ') : []);
    const parts = partsOf(normalizeName(name), kind, { lettersJoined: kind === 'entity' });
    return parts.map((part) => ({ ...part, last: false, later: aside.has(part.text), leads: false }));
  }
  const last = named(partsOf(normalizeName(name.slice(0, comma)), kind));
  const given = named(partsOf(normalizeName(name.slice(comma + 1)), kind));
  const asOne = last.length === 1 && given.length === 2 ? withGivenNameAsOne([...last, ...given])[0] : undefined;
  const givenParts = asOne?.length === 2 && asOne[0] === last[0] ? asOne.slice(1) : given;
  const first = givenParts.findIndex(isWord);
  const firstOfLast = last.findIndex(isWord);
  return [
    ...last.map((part, i) => ({ ...part, last: true, later: false, leads: i === firstOfLast })),
    ...givenParts.map((part, i) => ({ ...part, last: false, later: first >= 0 && i > first, leads: i === first })),
  ];
}

const isWord = ({ kind }: Part) => kind === 'word';

/** `EASTERN STAR (HONG KONG) CO.` -> `HONG KONG` */
function inParentheses(name: string): string {
  return (name.match(/(?<=\()[^()]+(?=\))/g) ?? []).join(' ');
}

/** The words of a person's name count as words, even if they mean something else elsewhere: `DO, Van Thanh`. */
function named(parts: readonly Part[]): readonly Part[] {
  const all = parts.map((part): Part => (part.kind === 'trade' ? { ...part, kind: 'word' } : part));
  if (all.some(({ kind }) => kind === 'word')) return all;
  return all.map((part): Part => (part.kind === 'particle' ? { ...part, kind: 'word' } : part));
}
