import { describe, expect, test } from 'vitest';
import { countStates, type Sources } from '../../../scripts/conformance/count-states.ts';

const section = 'Endpoints';
const rowsOf = (...texts: string[]) => texts.map((text) => ({ section, text }));
const quotesOf = (...texts: string[]) => texts.map((text) => ({ section, text, file: 'a.test.ts', test: 'holds' }));
const departing = (text: string) => [{ section, text, instead: 'It does not.', decision: '0001-why.md' }];
const count = (texts: string[], sources: Partial<Sources>) =>
  countStates(rowsOf(...texts), { quotes: [], departures: [], prose: {}, ...sources });

test('a statement is tested, departed from, or prose', () => {
  const { counted, faults } = count(['One of three.', 'Two.', 'Three.', 'Names: not shown.'], {
    quotes: quotesOf('One of', 'of three', 'Two'),
    departures: departing('Two.'),
    prose: { 'is a heading': [{ section, rows: ['Three.'] }] },
  });
  expect(counted.map(({ state: { name, why } }) => [name, why])).toEqual([
    ['tested', undefined],
    ['departed', 'It does not.'],
    ['prose', 'is a heading'],
    ['prose', 'says only that something is not shown'],
  ]);
  expect(counted[0]?.tests.map(({ text }) => text)).toEqual(['One of', 'of three']);
  expect(faults).toEqual([]);
});

test('a section is prose as a whole, but for what it does not show', () => {
  const { counted, faults } = count(['One.', 'Names: not shown.'], { prose: { 'is a heading': [{ section }] } });
  expect(counted.map(({ state }) => state.why)).toEqual(['is a heading', 'says only that something is not shown']);
  expect(faults).toEqual([]);
});

test('a statement in no state is a fault', () => {
  expect(count(['One.'], {})).toEqual({ counted: [], faults: ['no state  Endpoints: One.'] });
});

test('a statement in two states is a fault', () => {
  const listed = [{ section, rows: ['One.'] }];
  const both = count(['One.'], { quotes: quotesOf('One'), prose: { 'is a heading': listed } });
  expect(both).toEqual({ counted: [], faults: ['two states Endpoints: One. tested and prose (is a heading)'] });
  const twice = count(['One.'], { prose: { 'is a heading': listed, 'is a list': listed } });
  expect(twice.faults).toEqual(['two states Endpoints: One. prose (is a heading) and prose (is a list)']);
});

describe('statements are matched by words', () => {
  test('each word that no test quotes is a fault', () => {
    const { faults } = count(['`one`, two (three) | four.'], { quotes: quotesOf('`one`', 'four') });
    expect(faults).toEqual(['no proof  Endpoints: `one` [two three] four']);
  });

  test('a departure needs a test for each word, too', () => {
    const { faults } = count(['One two.'], { quotes: quotesOf('two'), departures: departing('One two.') });
    expect(faults).toEqual(['no proof  Endpoints: [One] two']);
  });

  test('a part of a word quotes nothing', () => {
    const { faults } = count(['One payouts.'], { quotes: quotesOf('One payouts', 'payout') });
    expect(faults).toEqual(['no row    Endpoints: payout (a.test.ts "holds")']);
  });

  test('a quote that fits two statements is a fault', () => {
    const { faults } = count(['One `A`.', 'Two `A`.'], { quotes: quotesOf('One `A`', 'Two', '`A`') });
    expect(faults).toEqual(['two rows  Endpoints: `A` (a.test.ts "holds")']);
  });
});

test.each<[string, Partial<Sources>, string]>([
  ['a test', { quotes: quotesOf('Nine') }, 'Nine (a.test.ts "holds")'],
  ['a departure', { departures: departing('Nine') }, 'Nine (departure of decision 0001-why.md)'],
  ['prose', { prose: { 'is a heading': [{ section, rows: ['Nine.'] }] } }, 'Nine. (is a heading)'],
  ['a whole section', { prose: { 'is a heading': [{ section: 'Limits' }] } }, 'every statement (is a heading)'],
  ['words of a statement', { prose: { 'is a heading': [{ section, rows: ['One'] }] } }, 'One (is a heading)'],
])('%s that names what is not there is a fault', (_what, sources, fault) => {
  const { faults } = count(['One.'], sources);
  expect(faults.filter((line) => line.startsWith('no row'))).toEqual([expect.stringContaining(fault)]);
});
