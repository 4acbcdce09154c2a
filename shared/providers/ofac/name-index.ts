import { type ListedPart, listedReadings } from './listed-names.ts';
import type { NameToScore, Pairing } from './pair-words.ts';
import { Places } from './places.ts';
import { scoreNames } from './score-names.ts';
import type { ListedParty } from './sdn-csv.ts';
import { type Slot, slotsOf } from './slots.ts';
import { type Reading, readingsOf } from './subject-names.ts';
import { partWeight, weightOf } from './weights.ts';
import { WholeNames, wholesOfListed, wholesOfSubject } from './whole-names.ts';
import { Dictionary, partiesAtLeast, type Similar } from './words/dictionary.ts';
import type { PartKind } from './words/name-parts.ts';

/** A listed party that a name resembles. */
export interface Match {
  readonly entityNumber: number;
  /** From 0 to 1. */
  readonly score: number;
}

/** A match with its reasons. */
export interface ExplainedMatch extends Match {
  /** The listed name, as written in the list. */
  readonly listed: string;
  /** The words that matched. Empty if the names matched only as a whole. */
  readonly pairs: readonly Pairing[];
}

/**
 * The total weight that the parts of a name need before it is found by its letters alone. A long name is found whatever
 * its parts weigh.
 */
const leastWhole = 0.9;
const longWhole = 12;
/** Given names after the first are often left out, so they weigh less. */
const laterGivenShare = 0.35;

/** Indexes the names of a list by their words, and by all of their letters. */
export class NameIndex {
  readonly #words = new Dictionary();
  readonly #wholes = new WholeNames();
  readonly #names: string[] = [];
  readonly #entityNumbers: number[] = [];
  readonly #isIndividual: boolean[] = [];
  readonly #asWhole: boolean[] = [];
  /** The first part and the first slot of each entry, followed by those after the last entry. */
  readonly #firstPart: number[] = [0];
  readonly #firstSlot: number[] = [0];
  readonly #partKinds: PartKind[] = [];
  readonly #partFlags: number[] = [];
  readonly #partWords: number[] = [];
  readonly #slotWords: number[] = [];
  readonly #slotFrom: number[] = [];
  readonly #slotCount: number[] = [];
  readonly #places: Places;
  readonly #wordWeights: Float32Array;
  readonly #entryWeights: Float32Array;

  constructor(parties: readonly ListedParty[]) {
    const partiesOf = new Map<number, number>();
    const lastParty = new Map<number, number>();
    for (const { entityNumber, kind, names } of parties) {
      for (const name of names) {
        const readings = listedReadings(name, kind).filter(({ parts }) => parts.length > 0);
        for (const { parts, asWhole } of readings)
          this.#addEntry(entityNumber, kind === 'individual', name, parts, asWhole);
        for (const part of readings.flatMap(({ parts }) => parts)) {
          if (part.kind !== 'word' && part.kind !== 'trade') continue;
          const number = this.#words.add(part.text, part.kind);
          const [shared = number] = this.#words.sameName(number);
          if (lastParty.get(shared) === entityNumber) continue;
          lastParty.set(shared, entityNumber);
          partiesOf.set(shared, (partiesOf.get(shared) ?? 0) + 1);
        }
      }
    }
    for (const [word, borne] of partiesOf)
      if (borne > 1) for (const same of this.#words.sameName(word)) this.#words.markKnown(same);
    this.#wordWeights = Float32Array.from({ length: this.#words.size }, (_, number) => {
      const [shared = number] = this.#words.sameName(number);
      const borne = partiesOf.get(shared) ?? 0;
      return weightOf(Math.max(borne, partiesAtLeast(this.#words.word(number))));
    });
    const entries = this.#names.length;
    this.#entryWeights = Float32Array.from({ length: entries }, (_, entry) => {
      let sum = 0;
      for (let part = this.#firstPart[entry] as number; part < (this.#firstPart[entry + 1] as number); part += 1)
        sum += this.#partWeight(part);
      return sum;
    });
    this.#places = new Places(
      {
        slotWords: this.#slotWords,
        firstSlot: this.#firstSlot,
        isIndividual: this.#isIndividual,
        entryWeights: this.#entryWeights,
        slotWeight: (entry, slot) => {
          const first = (this.#firstPart[entry] as number) + (this.#slotFrom[slot] as number);
          return this.#partWeight(first) + (this.#slotCount[slot] === 2 ? this.#partWeight(first + 1) : 0);
        },
      },
      this.#words.size,
    );
  }

  /**
   * The best match with at least a given score; undefined if there is none.
   * @param except entity numbers of parties to ignore
   */
  bestMatch(name: string, leastScore: number, except: ReadonlySet<number> = new Set()): Match | undefined {
    let best: Match | undefined;
    for (const reading of readingsOf(name)) {
      this.#matches(reading, leastScore, (entry, score) => {
        if (score < leastScore || score <= (best?.score ?? -1)) return;
        const entityNumber = this.#entityNumbers[entry] as number;
        if (!except.has(entityNumber)) best = { entityNumber, score };
      });
    }
    return best;
  }

  /** The parties whose names are most similar to a name, best first, each once with its most similar name. */
  nearest(name: string, count: number, leastScore: number): readonly ExplainedMatch[] {
    const best = new Map<number, ExplainedMatch>();
    for (const reading of readingsOf(name)) {
      this.#matches(reading, leastScore, (entry, score, pairs) => {
        const entityNumber = this.#entityNumbers[entry] as number;
        if (score < leastScore || score <= (best.get(entityNumber)?.score ?? -1)) return;
        best.set(entityNumber, { entityNumber, score, listed: this.#names[entry] as string, pairs });
      });
    }
    return [...best.values()].sort((a, b) => b.score - a.score).slice(0, count);
  }

  #addEntry(
    entityNumber: number,
    isIndividual: boolean,
    name: string,
    parts: readonly ListedPart[],
    asWhole: boolean,
  ): void {
    const entry = this.#names.push(name) - 1;
    this.#entityNumbers.push(entityNumber);
    this.#isIndividual.push(isIndividual && parts.some(({ last }) => last));
    this.#asWhole.push(asWhole);
    for (const { text, kind, last, later, leads } of parts) {
      this.#partKinds.push(kind);
      this.#partFlags.push((last ? 1 : 0) | (later ? 2 : 0) | (leads ? 4 : 0));
      this.#partWords.push(this.#words.add(text, kind));
    }
    this.#firstPart.push(this.#partKinds.length);
    for (const { text, kind, from, count } of slotsOf(parts)) {
      this.#slotWords.push(this.#words.add(text, kind, count === 2));
      this.#slotFrom.push(from);
      this.#slotCount.push(count);
    }
    this.#firstSlot.push(this.#slotWords.length);
    const isShort = isIndividual && parts.some(({ kind, text }) => kind === 'word' && text.length < 4);
    const of = { isShort, isOrganization: !isIndividual };
    if (!asWhole) for (const whole of wholesOfListed(parts)) this.#wholes.add(entry, of, whole);
  }

  #partWeight(part: number): number {
    const weight = this.#weight(this.#partKinds[part] as PartKind, this.#partWords[part] as number);
    return (this.#partFlags[part] as number) & 2 ? weight * laterGivenShare : weight;
  }

  #weight(kind: PartKind, word: number | undefined): number {
    return partWeight(kind, word === undefined ? 1 : (this.#wordWeights[word] as number));
  }

  #matches(
    reading: Reading,
    leastScore: number,
    found: (entry: number, score: number, pairs: readonly Pairing[]) => void,
  ): void {
    const { parts, unvowelled } = reading;
    const slots = slotsOf(parts);
    const similar = slots.map(({ text, kind }) => this.#words.similar({ text, kind, unvowelled }));
    const weights = parts.map(({ kind }, i) => this.#weight(kind, closest(similar[i] as Similar)));
    const ownWeights = parts.map(({ text, kind }, i) =>
      Math.min(this.#weight(kind, sameWord(similar[i] as Similar)), weightOf(partiesAtLeast(text))),
    );
    const subject: NameToScore = {
      slots,
      kinds: parts.map(({ kind }) => kind),
      weights,
      plainWeights: ownWeights,
      last: parts.map(() => false),
      leads: parts.map(() => false),
      isIndividual: false,
      asWhole: false,
    };
    for (const entry of this.#places.candidates({ slots, weights }, similar, leastScore)) {
      const { score, pairs } = scoreNames(
        subject,
        this.#listed(entry),
        similar,
        (slot) => this.#slotWords[(this.#firstSlot[entry] as number) + slot] as number,
      );
      found(
        entry,
        score,
        pairs.map(({ a, b, similarity }) => ({
          subject: (slots[a] as Slot).text,
          listed: this.#words
            .word(this.#slotWords[(this.#firstSlot[entry] as number) + b] as number)
            .replace(/^\./, ''),
          similarity,
        })),
      );
    }
    for (const whole of wholesOfSubject(parts)) {
      for (const { entry, similarity } of this.#wholes.alike(whole)) {
        if (
          (this.#entryWeights[entry] as number) >= leastWhole ||
          (similarity === 1 && whole.letters.length >= longWhole)
        )
          found(entry, similarity, []);
      }
    }
  }

  #listed(entry: number): NameToScore {
    const [firstPart, nextPart] = [this.#firstPart[entry] as number, this.#firstPart[entry + 1] as number];
    const [firstSlot, nextSlot] = [this.#firstSlot[entry] as number, this.#firstSlot[entry + 1] as number];
    const parts = Array.from({ length: nextPart - firstPart }, (_, i) => firstPart + i);
    return {
      slots: Array.from({ length: nextSlot - firstSlot }, (_, i) => ({
        text: this.#words.word(this.#slotWords[firstSlot + i] as number),
        from: this.#slotFrom[firstSlot + i] as number,
        count: this.#slotCount[firstSlot + i] as number,
      })),
      kinds: parts.map((part) => this.#partKinds[part] as PartKind),
      weights: parts.map((part) => this.#partWeight(part)),
      plainWeights: parts.map((part) =>
        this.#weight(this.#partKinds[part] as PartKind, this.#partWords[part] as number),
      ),
      last: parts.map((part) => ((this.#partFlags[part] as number) & 1) === 1),
      leads: parts.map((part) => ((this.#partFlags[part] as number) & 4) === 4),
      isIndividual: this.#isIndividual[entry] as boolean,
      asWhole: this.#asWhole[entry] as boolean,
    };
  }
}

function sameWord(similar: Similar): number | undefined {
  for (const [word, similarity] of similar) if (similarity === 1) return word;
  return undefined;
}

/** The most similar word, if it is similar enough to be a misspelling of the same word. */
function closest(similar: Similar): number | undefined {
  let best: number | undefined;
  let most = 0.7;
  for (const [word, similarity] of similar) {
    if (similarity > most) [best, most] = [word, similarity];
  }
  return best;
}
