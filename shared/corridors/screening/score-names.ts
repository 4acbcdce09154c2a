import { isDistinctive, weightOf, wordsOf } from './name-words.ts';
import { romanization, type Word } from './word-similarity.ts';

/** A word of a name, with its weight. */
export interface WeightedWord extends Word {
  readonly weight: number;
  /** Whether it says who is meant. */
  readonly telling: boolean;
  /** Whether it belongs to an individual's last name. */
  readonly last: boolean;
}

export type NameWords = readonly WeightedWord[];

/** Given names after the first are often left out, so they weigh less. */
const laterGivenShare = 0.35;

/** More single letters than this are not initials but a name of their own. */
const maxInitials = 3;

/** Whether single letters of the name may stand for words. */
export function hasInitials(name: NameWords): boolean {
  const letters = name.filter(({ text }) => text.length === 1).length;
  return letters > 0 && letters <= maxInitials;
}

/** A name as a caller writes it: nobody knows which of its words is the last name. */
export function subjectName(name: string): NameWords {
  return wordsOf(name).map((word) => weighted(word));
}

/** A name as the list has it: an individual's last name stands before the comma. */
export function listedName(name: string, kind: 'individual' | 'entity'): NameWords {
  const comma = kind === 'individual' ? name.indexOf(',') : -1;
  if (comma < 0) return subjectName(name);
  const last = wordsOf(name.slice(0, comma)).map((word) => ({ ...weighted(word), last: true }));
  const given = wordsOf(name.slice(comma + 1)).map((word) => weighted(word));
  const first = given.findIndex(({ telling }) => telling);
  return [...last, ...given.map((word, i) => (i > first ? { ...word, weight: word.weight * laterGivenShare } : word))];
}

function weighted(text: string): WeightedWord {
  return { text, sound: romanization(text), weight: weightOf(text), telling: isDistinctive(text), last: false };
}

/** Longest word that is often written together with its neighbour: `Jong Un`, `Abd Rahman`. */
const joinableLetters = 4;

/** Names of more words are compared only as they are: each reading costs as much as a name. */
const maxJoinedWords = 10;

/** A name as it is, or with two neighbours written as one word. Joined readings are compared with names as they are. */
export interface Reading {
  readonly words: NameWords;
  readonly joined: boolean;
}

export function readingsOf(name: NameWords): readonly Reading[] {
  const asItIs = { words: name, joined: false };
  if (name.length > maxJoinedWords) return [asItIs];
  const joined = name.slice(1).flatMap((right, i) => {
    const left = name[i] as WeightedWord;
    if (Math.min(left.text.length, right.text.length) > joinableLetters) return [];
    return [{ words: [...name.slice(0, i), join(left, right), ...name.slice(i + 2)], joined: true }];
  });
  return [asItIs, ...joined];
}

function join(left: WeightedWord, right: WeightedWord): WeightedWord {
  const text = left.text + right.text;
  return {
    text,
    sound: romanization(text),
    weight: left.weight + right.weight,
    telling: left.telling || right.telling,
    last: left.last || right.last,
  };
}

/** Similarity of two words that are not initials, 0 to 1. */
export type Similarity = (a: Word, b: Word) => number;

/** An initial says little, but it does not contradict. */
const initialSimilarity = 0.8;

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

/** Pairs each word with at most one of the other name, the most similar words first. */
function pairs(subject: NameWords, listed: NameWords, similarity: Similarity): readonly Pair[] {
  const alike = hasInitials(subject) || hasInitials(listed) ? withInitials(similarity) : similarity;
  const all = subject
    .flatMap((a, i) => listed.map((b, j) => ({ a: i, b: j, similarity: alike(a, b) })))
    .filter((pair) => pair.similarity > 0)
    .sort((x, y) => y.similarity - x.similarity);
  const chosen: Pair[] = [];
  for (const pair of all) {
    if (!chosen.some(({ a, b }) => a === pair.a || b === pair.b)) chosen.push(pair);
  }
  return chosen;
}

function withInitials(similarity: Similarity): Similarity {
  return (a, b) => {
    const anyInitial = a.text.length === 1 || b.text.length === 1;
    if (!anyInitial || a.text === b.text) return similarity(a, b);
    return a.text[0] === b.text[0] ? initialSimilarity : 0;
  };
}

/**
 * Weight of the name that is covered less. People leave middle names out; organizations are told apart by single words.
 */
const lesserShare = { individual: 0.2, entity: 0.5 } as const;

export function lesserShareOf(listed: NameWords): number {
  return lesserShare[isIndividual(listed) ? 'individual' : 'entity'];
}

/** How much of each name agrees, 0 to 1. */
interface Shares {
  readonly ofSubject: number;
  readonly ofListed: number;
}

/** The score of two names: the lower share counts as much as `lesser` says, and the higher share the rest. */
export function scoreOf({ ofSubject, ofListed }: Shares, lesser: number): number {
  return (1 - lesser) * Math.max(ofSubject, ofListed) + lesser * Math.min(ofSubject, ofListed);
}

/**
 * Similarity of a subject's name and a listed one, 0 to 1. Where enough telling words agree, the name that is covered
 * better decides, and the other counts a little. Otherwise both must agree as a whole, because one common word says
 * nothing.
 */
export function scoreNames(subject: NameWords, listed: NameWords, similarity: Similarity): number {
  const agreed = pairs(subject, listed, similarity);
  const ofSubject = share(subject, new Map(agreed.map(({ a, similarity }) => [a, similarity])));
  const ofListed = share(listed, new Map(agreed.map(({ b, similarity }) => [b, similarity])));
  if (saysEnough(subject, listed, agreed)) return scoreOf({ ofSubject, ofListed }, lesserShareOf(listed));
  return Math.min(ofSubject, ofListed);
}

/**
 * Whether at least two telling words agree, and not all of them as initials; for an individual, at least one of the
 * last name and one of the given names. At most one of the names may have telling words left over: `Ivan Sergeyevich`
 * and `Ivan Nikolayevich` are two people.
 */
function saysEnough(subject: NameWords, listed: NameWords, agreed: readonly Pair[]): boolean {
  const both = agreed.filter(({ a, b }) => subject[a]?.telling && listed[b]?.telling);
  if (!both.some(({ a, b }) => isDistinctiveFullWord(subject[a]) && isDistinctiveFullWord(listed[b]))) return false;
  const ofLast = both.filter(({ b }) => listed[b]?.last).length;
  if (both.length < 2 || (isIndividual(listed) && (ofLast === 0 || ofLast === both.length))) return false;
  return tellingCount(subject) === both.length || tellingCount(listed) === both.length;
}

/** Whether a word is telling and not an initial. Without such a word in common, names agree only as a whole. */
export function isDistinctiveFullWord(word: WeightedWord | undefined): boolean {
  return word?.telling === true && word.text.length > 1;
}

function isIndividual(listed: NameWords): boolean {
  return listed.some(({ last }) => last);
}

function tellingCount(name: NameWords): number {
  return name.filter(({ telling }) => telling).length;
}

/** The part of a name's weight that agrees. */
function share(name: NameWords, agreed: ReadonlyMap<number, number>): number {
  const total = name.reduce((sum, { weight }) => sum + weight, 0);
  return name.reduce((sum, { weight }, i) => sum + weight * (agreed.get(i) ?? 0), 0) / total;
}
