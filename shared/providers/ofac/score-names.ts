import { type NameToScore, type Pair, pairsOf, partsOfSlot, weightOfSlot } from './pair-words.ts';
import type { Slot } from './slots.ts';
import { usualNameOf } from './words/word-keys.ts';

/** The total weight that the common words need if the names do not match as a whole. */
const leastEvidence = {
  individual: 0.95,
  inMiddle: 1.4,
  withMore: 1.2,
  behindAnother: 1.6,
  entity: 1.0,
  rareWord: 0.9,
} as const;
/** The weight that a single word needs if it is spelled differently. */
const leastAlone = 0.6;
/** The weight that the last name needs if given names are initials. */
const leastLastNameByInitials = 0.9;
const leastInitials = 2;
const evidenceOfInitial = 0.2;
const leastLettersByInitials = 5;
const muhammad = usualNameOf('muhammad');
/**
 * The weight given to the name that is covered less. People leave out middle names, but organizations are distinguished
 * by single words.
 */
export const lesserShare = { individual: 0.15, withMore: 0.33, entity: 0.5 } as const;

/**
 * How similar a subject's name and a listed name are, from 0 to 1, and which words matched. If enough common words
 * identify the party, the name that is covered better decides, and the other counts a little. Otherwise both must match
 * as a whole.
 */
export function scoreNames(
  subject: NameToScore,
  listed: NameToScore,
  similar: readonly ReadonlyMap<number, number>[],
  wordOf: (slot: number) => number,
): { readonly score: number; readonly pairs: readonly Pair[] } {
  const pairs = pairsOf(subject, listed, similar, wordOf);
  const kind = listed.isIndividual ? 'individual' : 'entity';
  if (kind === 'entity' && !haveSameNumbers(subject, listed, pairs)) return { score: 0, pairs };
  if (listed.asWhole || !saysEnough(subject, listed, pairs)) {
    const fullWords = pairs.filter(({ a, b }) => !isByInitial(subject, listed, { a, b }));
    const score = Math.min(...sharesOf(subject, listed, fullWords));
    return { score: isCommonWordMisspelled(subject, listed, pairs) ? score / 2 : score, pairs };
  }
  const [ofSubject, ofListed] = sharesOf(subject, listed, pairs);
  const lesser = kind === 'individual' && hasMore(subject, pairs) ? lesserShare.withMore : lesserShare[kind];
  return { score: (1 - lesser) * Math.max(ofSubject, ofListed) + lesser * Math.min(ofSubject, ofListed), pairs };
}

/** Whether an initial matched a word. */
function isByInitial(subject: NameToScore, listed: NameToScore, { a, b }: Pick<Pair, 'a' | 'b'>): boolean {
  const kindOf = (name: NameToScore, slot: number) => name.kinds[(name.slots[slot] as Slot).from];
  return (kindOf(subject, a) === 'initial') !== (kindOf(listed, b) === 'initial');
}

/** The fraction of each name's weight that matches. */
function sharesOf(subject: NameToScore, listed: NameToScore, pairs: readonly Pair[]): readonly [number, number] {
  const share = (name: NameToScore, slotOf: (pair: Pair) => number) => {
    const total = name.weights.reduce((sum, weight) => sum + weight, 0);
    return (
      pairs.reduce((sum, pair) => sum + pair.similarity * weightOfSlot(name, name.slots[slotOf(pair)] as Slot), 0) /
      total
    );
  };
  return [share(subject, ({ a }) => a), share(listed, ({ b }) => b)];
}

const isTelling = (name: NameToScore, part: number) => name.kinds[part] === 'word';

const sumOf = (weights: readonly number[], parts: readonly number[]) =>
  parts.reduce((sum, part) => sum + (weights[part] as number), 0);

/** The words of two names that matched. */
interface Agreement {
  /** The parts that matched and identify the party. */
  readonly ofSubject: ReadonlySet<number>;
  readonly ofListed: ReadonlySet<number>;
  /** The weight of those parts of the listed name, multiplied by their similarity. */
  readonly evidence: number;
  /** The number of given names of the listed name that matched an initial. */
  readonly initials: number;
}

function agreementOf(subject: NameToScore, listed: NameToScore, pairs: readonly Pair[]): Agreement {
  const [ofSubject, ofListed] = [new Set<number>(), new Set<number>()];
  let evidence = 0;
  let initials = 0;
  for (const { a, b, similarity } of pairs) {
    const own = partsOfSlot(subject, a).filter(
      (part) => isTelling(subject, part) || subject.kinds[part] === 'particle',
    );
    const other = partsOfSlot(listed, b).filter((part) => isTelling(listed, part));
    if (own.length === 0 && other.length > 0 && subject.kinds[partsOfSlot(subject, a)[0] as number] === 'initial')
      initials += 1;
    if (own.length === 0 || other.length === 0) continue;
    for (const part of own) ofSubject.add(part);
    for (const part of other) ofListed.add(part);
    evidence += similarity * similarity * Math.min(sumOf(subject.plainWeights, own), sumOf(listed.plainWeights, other));
  }
  return { ofSubject, ofListed, evidence, initials };
}

/**
 * Whether the common words identify the party. At most one of the names may have such words left over: `Ivan
 * Sergeyevich` and `Ivan Nikolayevich` are two people.
 */
function saysEnough(subject: NameToScore, listed: NameToScore, pairs: readonly Pair[]): boolean {
  const agreement = agreementOf(subject, listed, pairs);
  const isLeft = (name: NameToScore, met: ReadonlySet<number>) =>
    name.kinds.some((_, part) => isTelling(name, part) && !met.has(part));
  if (listed.isIndividual && agreement.initials > 0) return isNamedByInitials(subject, listed, pairs, agreement);
  if (isLeft(subject, agreement.ofSubject) && isLeft(listed, agreement.ofListed)) return false;
  if (!listed.isIndividual) return isOrganizationMet(listed, pairs, agreement);
  // An additional given name means a different person, unless the rest is rare.
  if (isLeft(subject, agreement.ofSubject)) {
    const least = isBehindAnother(subject, agreement.ofSubject) ? leastEvidence.behindAnother : leastEvidence.withMore;
    if (agreement.evidence < least) return false;
  }
  return isPersonMet(listed, agreement);
}

/** Whether a person is called by a different first name. `Muhammad` is often put before a name, and does not count. */
function isBehindAnother(subject: NameToScore, met: ReadonlySet<number>): boolean {
  const first = subject.kinds.findIndex((_, part) => isTelling(subject, part));
  return !met.has(first) && usualNameOf((subject.slots[first] as Slot).text) !== muhammad;
}

/** Two words, or a rare word together with a trade word. */
function isOrganizationMet(
  listed: NameToScore,
  pairs: readonly Pair[],
  { ofSubject, ofListed, evidence }: Agreement,
): boolean {
  const words = Math.min(ofSubject.size, ofListed.size);
  if (words > 1) return evidence >= leastEvidence.entity;
  return words === 1 && evidence >= leastEvidence.rareWord && tradesMet(listed, pairs) > 0;
}

function tradesMet(listed: NameToScore, pairs: readonly Pair[]): number {
  return pairs.filter(({ b }) => listed.kinds[(listed.slots[b] as Slot).from] === 'trade').length;
}

/** A word of the last name and a given name. Each must be the first one, unless the common words are rare. */
function isPersonMet(listed: NameToScore, { ofListed, evidence }: Agreement): boolean {
  const met = [...ofListed];
  if (!met.some((part) => listed.last[part]) || !met.some((part) => !listed.last[part])) return false;
  const leading = met.filter((part) => listed.leads[part]).length;
  return evidence >= (leading === 2 ? leastEvidence.individual : leastEvidence.inMiddle);
}

/** A complete rare last name, and an initial for each of at least two given names. One initial is not enough. */
function isNamedByInitials(
  subject: NameToScore,
  listed: NameToScore,
  pairs: readonly Pair[],
  { ofSubject, ofListed, initials }: Agreement,
): boolean {
  const met = [...ofListed];
  if (met.some((part) => !listed.last[part])) {
    return (
      subject.kinds.every((kind, part) => kind !== 'word' || ofSubject.has(part)) &&
      isPersonMet(listed, {
        ofSubject,
        ofListed,
        initials,
        evidence: evidenceOf(listed, pairs, met) + initials * evidenceOfInitial,
      })
    );
  }
  const letters = subject.kinds.filter((kind) => kind === 'initial').length;
  if (letters < leastInitials || initials < letters || ofSubject.size === 0) return false;
  if (subject.kinds.some((kind, part) => kind === 'word' && !ofSubject.has(part))) return false;
  if (listed.kinds.some((kind, part) => kind === 'word' && listed.last[part] && !ofListed.has(part))) return false;
  const rarest = Math.min(sumOf(subject.plainWeights, [...ofSubject]), sumOf(listed.plainWeights, met));
  const longest = Math.max(...[...ofSubject].map((part) => (subject.slots[part] as Slot).text.length));
  const isExact = pairs.every(
    ({ a, similarity }) => subject.kinds[(subject.slots[a] as Slot).from] !== 'word' || similarity >= 0.97,
  );
  return isExact && rarest >= leastLastNameByInitials && longest >= leastLettersByInitials;
}

function evidenceOf(listed: NameToScore, pairs: readonly Pair[], met: readonly number[]): number {
  return pairs.reduce(
    (sum, { b, similarity }) =>
      sum +
      partsOfSlot(listed, b)
        .filter((part) => met.includes(part))
        .reduce((weight, part) => weight + similarity * similarity * (listed.plainWeights[part] as number), 0),
    0,
  );
}

/** A single common word must be identical: `Rahman` is not `Raman Company`. */
function isCommonWordMisspelled(subject: NameToScore, listed: NameToScore, pairs: readonly Pair[]): boolean {
  const { ofListed, evidence } = agreementOf(subject, listed, pairs);
  const isSame = pairs.every(
    ({ b, similarity }) => similarity === 1 || !partsOfSlot(listed, b).some((part) => isTelling(listed, part)),
  );
  if (ofListed.size !== 1 || isSame) return false;
  return tradesMet(listed, pairs) === 0 && evidence < leastAlone;
}

/** Whether the subject's name has words that are missing from the listed one. */
function hasMore(subject: NameToScore, pairs: readonly Pair[]): boolean {
  const met = new Set(pairs.flatMap(({ a }) => partsOfSlot(subject, a)));
  return subject.kinds.some((_, part) => isTelling(subject, part) && !met.has(part));
}

/** Numbers in the names of organizations must be equal. */
function haveSameNumbers(subject: NameToScore, listed: NameToScore, pairs: readonly Pair[]): boolean {
  const met = (name: NameToScore, slotOf: (pair: Pair) => number) =>
    new Set(pairs.filter(({ similarity }) => similarity === 1).flatMap((pair) => partsOfSlot(name, slotOf(pair))));
  const lacks = (name: NameToScore, parts: ReadonlySet<number>) =>
    name.kinds.some((kind, part) => kind === 'number' && !parts.has(part));
  return (
    !lacks(
      subject,
      met(subject, ({ a }) => a),
    ) &&
    !lacks(
      listed,
      met(listed, ({ b }) => b),
    )
  );
}
