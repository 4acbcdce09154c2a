import type { Slot } from './slots.ts';
import type { PartKind } from './words/name-parts.ts';

/** A name with the weights of its parts. */
export interface NameToScore {
  readonly slots: readonly Pick<Slot, 'text' | 'from' | 'count' | 'isUnit'>[];
  readonly kinds: readonly PartKind[];
  readonly weights: readonly number[];
  /** The weights, regardless of the position of a part in the name. */
  readonly plainWeights: readonly number[];
  /** Whether a part is the first word of an individual's last name or of the given names. */
  readonly leads: readonly boolean[];
  /** Whether a part belongs to an individual's last name. */
  readonly last: readonly boolean[];
  readonly isIndividual: boolean;
  /** Whether it can only match another part as a whole. */
  readonly asWhole: boolean;
}

/** Two words that matched, for the person who reviews a match. */
export interface Pairing {
  readonly subject: string;
  readonly listed: string;
  readonly similarity: number;
}

/** Two slots that matched. */
export interface Pair {
  /** The slots of the subject's name and of the listed name. */
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

/** Words that are split differently must be nearly equal. */
const leastJoined = 0.93;
/** An initial says little, but it does not contradict. */
const initialSimilarity = 0.8;

/** The slots of two names that match, the most significant ones first. A part of a name matches once. */
export function pairsOf(
  subject: NameToScore,
  listed: NameToScore,
  similar: readonly ReadonlyMap<number, number>[],
  wordOf: (slot: number) => number,
): readonly Pair[] {
  const all: (Pair & { readonly gain: number })[] = [];
  const similarityOf = (a: number, word: number, joined: boolean) => {
    const found = similar[a]?.get(word);
    return found !== undefined && joined && found < leastJoined ? undefined : found;
  };
  for (const [b, slot] of listed.slots.entries()) {
    const word = wordOf(b);
    const weight = weightOfSlot(listed, slot);
    for (const [a, own] of subject.slots.entries()) {
      if (slot.count === 2 && own.count === 2) continue;
      const similarity =
        similarityOf(a, word, own.count + slot.count > 2 || own.isUnit === true) ??
        (listed.isIndividual ? asInitial(subject, own, listed, slot) : 0);
      if (similarity > 0)
        all.push({
          a,
          b,
          similarity,
          gain: (similarity * similarity * (weight + weightOfSlot(subject, own))) / (own.count + slot.count),
        });
    }
  }
  all.sort((x, y) => y.gain - x.gain);
  const [takenOfSubject, takenOfListed] = [new Set<number>(), new Set<number>()];
  return all.filter(({ a, b }) => {
    const [own, other] = [partsOfSlot(subject, a), partsOfSlot(listed, b)];
    if (own.some((part) => takenOfSubject.has(part)) || other.some((part) => takenOfListed.has(part))) return false;
    for (const part of own) takenOfSubject.add(part);
    for (const part of other) takenOfListed.add(part);
    return true;
  });
}

/** An initial stands for a given name that starts with it. */
function asInitial(
  subject: NameToScore,
  own: NameToScore['slots'][number],
  listed: NameToScore,
  slot: NameToScore['slots'][number],
): number {
  if (own.count > 1 || slot.count > 1 || listed.last[slot.from]) return 0;
  const [left, right] = [subject.kinds[own.from], listed.kinds[slot.from]];
  if ((left === 'initial') === (right === 'initial')) return 0;
  if (left !== 'word' && right !== 'word') return 0;
  return own.text[0] === slot.text[0] ? initialSimilarity : 0;
}

export function weightOfSlot(
  { weights }: NameToScore,
  { from, count }: { readonly from: number; readonly count: number },
): number {
  return (weights[from] as number) + (count === 2 ? (weights[from + 1] as number) : 0);
}

export function partsOfSlot({ slots }: NameToScore, slot: number): readonly number[] {
  const { from, count } = slots[slot] as { from: number; count: number };
  return count === 2 ? [from, from + 1] : [from];
}
