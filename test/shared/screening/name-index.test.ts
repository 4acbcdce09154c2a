import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalScore } from '../../../shared/screening/list-screening.ts';
import { NameIndex } from '../../../shared/screening/name-index.ts';
import { wordsOf } from '../../../shared/screening/name-words.ts';
import { listedName, readingsOf, scoreNames, subjectName } from '../../../shared/screening/score-names.ts';
import { readSdnList } from '../../../shared/screening/sdn-csv.ts';
import { wordSimilarity } from '../../../shared/screening/word-similarity.ts';
import { knownMistakes, labelledNames, namesHeldOut } from './labelled-names.ts';
import { altCsv, fixtureParties, sdnCsv, syntheticParties } from './sdn-fixture.ts';

const listOf = (parties: typeof fixtureParties) => readSdnList(sdnCsv(parties), altCsv(parties), 1);
const list = listOf(fixtureParties);
const index = new NameIndex(list);
const isHit = (name: string, of = index) => of.bestMatch(name, refusalScore) !== undefined;

describe('a labelled name', () => {
  test.each(labelledNames)('is a $label by $why: $name', ({ label, name }) => {
    expect(isHit(name)).toBe((label === 'hit') !== knownMistakes.has(name));
  });

  test('is answered wrongly no more often than the docstring of refusalScore says', () => {
    const mistakes = labelledNames.filter(({ label, name }) => isHit(name) !== (label === 'hit'));
    const [hits, others] = [true, false].map((hit) => labelledNames.filter(({ label }) => (label === 'hit') === hit));
    expect([hits?.length, others?.length]).toEqual([153, 159]);
    expect(mistakes.filter(({ label }) => label === 'hit')).toHaveLength(4);
    expect(mistakes.filter(({ label }) => label !== 'hit')).toHaveLength(5);
  });
});

describe('the names held out', () => {
  test('are answered wrongly no more often than the docstring of refusalScore says', () => {
    const mistakes = namesHeldOut.filter(({ label, name }) => isHit(name) !== (label === 'hit'));
    expect(namesHeldOut.filter(({ label }) => label === 'hit')).toHaveLength(27);
    expect(namesHeldOut.filter(({ label }) => label !== 'hit')).toHaveLength(31);
    expect(mistakes.filter(({ label }) => label === 'hit')).toHaveLength(2);
    expect(mistakes.filter(({ label }) => label !== 'hit')).toHaveLength(1);
  });
});

describe('the index', () => {
  const listed = list.flatMap(({ entityNumber, names, kind }) => names.map((name) => ({ entityNumber, name, kind })));

  test('finds what a comparison with every name of the list finds', () => {
    const entries = listed.flatMap(({ name, kind }) => readingsOf(listedName(name, kind)));
    for (const { name } of labelledNames) {
      const scores = readingsOf(subjectName(name)).flatMap((subject) =>
        entries
          .filter((entry) => !(subject.joined && entry.joined))
          .map((entry) => scoreNames(subject.words, entry.words, wordSimilarity)),
      );
      const best = Math.max(...scores);
      const found = index.bestMatch(name, refusalScore)?.score;
      if (best < refusalScore) expect(found, name).toBeUndefined();
      else expect(found, name).toBeCloseTo(best);
    }
  });

  test('finds a listed name with its words in any order', () => {
    const shuffled = fc.constantFrom(...listed).chain(({ name }) => shuffle(wordsOf(name)));
    fc.assert(
      fc.property(shuffled, (words) => {
        expect(isHit(words.join(' '))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('gives a score between 0 and 1 for anything, and the same one twice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 140 }), (name) => {
        const match = index.bestMatch(name, 0);
        if (match) expect(match.score).toBeGreaterThanOrEqual(0);
        if (match) expect(match.score).toBeLessThanOrEqual(1.000001);
        expect(index.bestMatch(name, 0)).toEqual(match);
      }),
    );
  });

  test('names the party that it found', () => {
    expect(index.bestMatch('Jong-Un KIM', refusalScore)).toEqual({ entityNumber: 20157, score: 1 });
    expect(index.bestMatch('Osama bin Laden', refusalScore)?.entityNumber).toBe(6365);
  });

  test('finds the same among the names of a list of real size', () => {
    const large = new NameIndex(listOf([...syntheticParties(18_000), ...fixtureParties]));
    const hits = labelledNames.filter(({ label, name }) => label === 'hit' && !knownMistakes.has(name));
    expect(hits.filter(({ name }) => !isHit(name, large))).toEqual([]);
  });
});

function shuffle(words: readonly string[]) {
  return fc.shuffledSubarray([...words], { minLength: words.length });
}
