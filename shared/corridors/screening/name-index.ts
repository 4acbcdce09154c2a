import { Coverage, type Place } from './coverage.ts';
import { spellingsOf } from './disguises.ts';
import { JoinedNames, joinedListed, joinedSubject } from './joined-names.ts';
import {
  hasInitials,
  isDistinctiveFullWord,
  lesserShareOf,
  listedName,
  type NameWords,
  type Reading,
  readingsOf,
  scoreNames,
  scoreOf,
  subjectName,
} from './score-names.ts';
import type { ListedParty } from './sdn-csv.ts';
import { WordIndex } from './word-index.ts';
import type { Word } from './word-similarity.ts';

/** The listed party that a name resembles most. */
export interface Match {
  readonly entityNumber: number;
  /** 0 to 1. */
  readonly score: number;
}

interface Entry {
  readonly entityNumber: number;
  readonly name: NameWords;
  readonly joined: boolean;
  readonly weight: number;
  readonly lesserShare: number;
  readonly hasInitials: boolean;
}

/** Similar words of the list with their similarity, by the words of a subject. */
type Alike = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Indexes the names of a list by their words, and by all of their letters. A name is compared only with those that
 * share enough similar words with it, or nearly all letters in the same order.
 */
export class NameIndex {
  readonly #entries: readonly Entry[];
  readonly #words = new WordIndex();
  readonly #places = new Map<string, Place[]>();
  readonly #coverage: Coverage;
  readonly #joined = new JoinedNames();

  constructor(parties: readonly ListedParty[]) {
    this.#entries = parties.flatMap(entriesOf);
    this.#coverage = new Coverage(this.#entries.length);
    for (const [entry, { name, joined }] of this.#entries.entries()) {
      for (const word of name) this.#add(word, { entry, weight: word.weight });
      if (!joined) for (const whole of joinedListed(name)) this.#joined.add(entry, whole);
    }
  }

  /** The best match that reaches a score; undefined where none does. */
  bestMatch(name: string, leastScore: number): Match | undefined {
    return spellingsOf(name)
      .map(subjectName)
      .flatMap((subject) => [
        ...readingsOf(subject).flatMap((reading) => this.#byWords(reading, leastScore)),
        ...this.#byLetters(subject),
      ])
      .filter(({ score }) => score >= leastScore)
      .reduce<Match | undefined>((best, match) => (best && best.score >= match.score ? best : match), undefined);
  }

  #add(word: Word, place: Place): void {
    const places = this.#places.get(word.text);
    if (places) {
      places.push(place);
      return;
    }
    this.#places.set(word.text, [place]);
    this.#words.add(word);
  }

  #byLetters(subject: NameWords): readonly Match[] {
    return joinedSubject(subject)
      .flatMap((whole) => this.#joined.alike(whole))
      .map(({ entry, similarity }) => ({
        entityNumber: (this.#entries[entry] as Entry).entityNumber,
        score: similarity,
      }));
  }

  #byWords({ words: subject, joined }: Reading, leastScore: number): readonly Match[] {
    const alike: Alike = new Map(subject.map((word) => [word.text, this.#words.alike(word)]));
    const similarity = (a: Word, b: Word) => alike.get(a.text)?.get(b.text) ?? 0;
    return this.#candidates(subject, alike, leastScore)
      .filter((entry) => !(joined && entry.joined))
      .map(({ entityNumber, name }) => ({ entityNumber, score: scoreNames(subject, name, similarity) }));
  }

  /**
   * The entries that could reach a score if every similar word were the same word and every initial stood for a word of
   * the other name.
   */
  #candidates(subject: NameWords, alike: Alike, leastScore: number): readonly Entry[] {
    const weight = weightOfAll(subject);
    this.#cover(subject, alike, leastScore * weight);
    const anyInitial = hasInitials(subject);
    const positions = this.#coverage.take((position, subjectWeight, listedWeight) => {
      const entry = this.#entries[position] as Entry;
      if (anyInitial || entry.hasInitials) return true;
      const shares = { ofSubject: subjectWeight / weight, ofListed: Math.min(1, listedWeight / entry.weight) };
      return scoreOf(shares, entry.lesserShare) >= leastScore;
    });
    return positions.map((position) => this.#entries[position] as Entry);
  }

  /** Skips entries that have none of the guide words when the other words together weigh too little. */
  #cover(subject: NameWords, alike: Alike, leastWeight: number): void {
    const [guides, others] = [
      subject.filter(isDistinctiveFullWord),
      subject.filter((word) => !isDistinctiveFullWord(word)),
    ];
    const othersSuffice = weightOfAll(others) >= leastWeight;
    for (const { text, weight } of [...guides, ...others]) {
      const includesNew = othersSuffice || guides.some((guide) => guide.text === text);
      this.#coverage.nextWord();
      for (const listed of alike.get(text)?.keys() ?? []) {
        for (const place of this.#places.get(listed) ?? []) this.#coverage.add(weight, place, includesNew);
      }
    }
  }
}

function entriesOf({ entityNumber, kind, names }: ListedParty): readonly Entry[] {
  return names
    .flatMap((name) => readingsOf(listedName(name, kind)))
    .filter(({ words }) => words.length > 0)
    .map(({ words: name, joined }) => ({
      entityNumber,
      name,
      joined,
      weight: weightOfAll(name),
      lesserShare: lesserShareOf(name),
      hasInitials: hasInitials(name),
    }));
}

function weightOfAll(name: NameWords): number {
  return name.reduce((sum, { weight }) => sum + weight, 0);
}
