import type { ListedPart } from './listed-names.ts';
import { hash, Traces } from './words/dictionary.ts';
import type { Part } from './words/name-parts.ts';
import { isOneSlip } from './words/one-slip.ts';
import { foldsOf, spellingDistance, unitsOf } from './words/spelling.ts';

/** A name with its parts joined without separators. */
interface WholeName {
  readonly letters: string;
  /** The number of parts that were joined. */
  readonly parts: number;
  readonly hasInitials: boolean;
}

interface ListedWhole extends WholeName {
  readonly entry: number;
  readonly isOrganization: boolean;
  /** Whether it has words that are too short to be compared with a typing error. */
  readonly isShort: boolean;
}

/** A whole name that is similar to another. */
export interface AlikeName {
  readonly entry: number;
  readonly letters: string;
  readonly similarity: number;
}

/** Shorter whole names match other names too often: `Li Na`, `Lina`. */
const leastLetters = 6;
/** Names with a slip or a missing part match less reliably, so they need more letters in common. */
const leastLettersInPart = 8;
/** The similarity of two romanizations of the same whole name. */
const sameSound = 0.95;

/** A name with this few parts may contain initials; one with more was split up. */
const mostPartsWithInitials = 3;

const isCore = ({ kind }: Part) => kind !== 'form' && kind !== 'particle';
const asWritten = (part: Part): Part => (part.written === undefined ? part : { ...part, text: part.written });

/** The name joined in three ways: all parts; the parts between titles and legal forms; without such parts and particles. */
export function wholesOfSubject(parts: readonly Part[]): readonly WholeName[] {
  const core = parts.slice(parts.findIndex(isCore), parts.findLastIndex(isCore) + 1);
  return joined([parts.map(asWritten), core, parts.filter(isCore)], leastLetters);
}

/**
 * The ways in which a listed name may be written: an individual's last name before or after the given names; complete,
 * or with only the first given name and the whole last name or its first word.
 */
export function wholesOfListed(parts: readonly ListedPart[]): readonly WholeName[] {
  const last = parts.filter((part) => part.last);
  const given = parts.filter((part) => !part.last);
  if (last.length === 0 || given.length === 0) return wholesOfSubject(parts);
  const whole = [
    ...[last, last.filter(isCore)].flatMap((names) => inBothOrders(given, names)),
    ...inBothOrders(given.map(asWritten), last.map(asWritten)),
  ];
  const first = given.slice(0, given.findIndex(isCore) + 1);
  const beginning = last.slice(0, last.findIndex(isCore) + 1);
  const inPart = [last.filter(isCore), beginning.filter(isCore)].flatMap((names) => inBothOrders(first, names));
  return [...joined(whole, leastLetters), ...joined(inPart, leastLettersInPart)];
}

function inBothOrders(given: readonly Part[], last: readonly Part[]): readonly (readonly Part[])[] {
  if (given.length === 0 || last.length === 0) return [];
  return [
    [...given, ...last],
    [...last, ...given],
  ];
}

function joined(names: readonly (readonly Part[])[], least: number): readonly WholeName[] {
  const all = names.map((parts) => ({
    letters: parts.map(({ text }) => text).join(''),
    parts: parts.reduce((sum, { isUnit }) => sum + (isUnit ? 2 : 1), 0),
    hasInitials: parts.length <= mostPartsWithInitials && parts.some(({ kind }) => kind === 'initial'),
  }));
  return [...new Map(all.map((name) => [name.letters, name])).values()].filter(
    ({ letters }) => letters.length >= least,
  );
}

/**
 * Finds names regardless of how their words are split, with one letter wrong: `VladimirPutin`, `P.u.t.i.n Vladimr`.
 */
export class WholeNames {
  readonly #names: ListedWhole[] = [];
  readonly #traces = new Traces();

  add(entry: number, of: Pick<ListedWhole, 'isShort' | 'isOrganization'>, name: WholeName): void {
    const { letters } = name;
    const number = this.#names.push({ ...name, ...of, entry }) - 1;
    for (const fold of foldsOf(letters)) this.#traces.add(hash(fold), number);
    if (letters.length < leastLettersInPart) return;
    for (const half of halvesOf(letters, letters.length)) this.#traces.add(hash(half), number);
  }

  alike({ letters, parts, hasInitials }: WholeName): readonly AlikeName[] {
    const found = new Map<number, AlikeName>();
    for (const fold of foldsOf(letters)) {
      this.#traces.each(hash(fold), (number) => {
        const other = this.#names[number] as ListedWhole;
        const isParted = other.parts !== parts && !hasInitials && isRespelled(letters, other.letters);
        if (isParted || isSameOrganization(letters, other)) {
          const similarity = other.letters === letters ? 1 : sameSound;
          found.set(number, { entry: other.entry, letters: other.letters, similarity });
        }
      });
    }
    if (letters.length < leastLettersInPart - 1) return [...found.values()];
    for (const length of [letters.length - 1, letters.length, letters.length + 1]) {
      for (const half of halvesOf(letters, length)) {
        this.#traces.each(hash(half), (number) => {
          const other = this.#names[number] as ListedWhole;
          const isApart =
            (parts < other.parts && !hasInitials) ||
            (parts === other.parts && other.isShort && letters.length < other.letters.length);
          if (found.has(number) || !isApart || !isOneSlip(letters, other.letters)) return;
          const similarity = 1 - 1 / Math.max(letters.length, other.letters.length);
          found.set(number, { entry: other.entry, letters: other.letters, similarity });
        });
      }
    }
    return [...found.values()];
  }
}

/**
 * Wherever the long name of an organization is split: the letters of `Kavecoffee S.A.` end with the legal form, as in
 * `Kavecoffees.A.`
 */
function isSameOrganization(letters: string, other: ListedWhole): boolean {
  return other.isOrganization && other.letters === letters && letters.length >= leastLettersInPart;
}

/** The amount of respelling that does not yet make a different name. */
const mostRespelled = 0.5;

function isRespelled(a: string, b: string): boolean {
  return a === b || spellingDistance(unitsOf(a), unitsOf(b), mostRespelled) <= mostRespelled;
}

/** The first and last letters of a name that would have a given length without its typing error. */
function halvesOf(name: string, length: number): readonly [string, string] {
  const half = Math.ceil(length / 2) - 1;
  return [`${length}^${name.slice(0, half)}`, `${length}$${name.slice(-half)}`];
}
