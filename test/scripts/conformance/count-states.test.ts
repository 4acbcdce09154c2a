import { expect, test } from 'vitest';
import { countStates, type Sources } from '../../../scripts/conformance/count-states.ts';

const section = 'Endpoints';
const rowsOf = (...texts: string[]) => texts.map((text) => ({ section, text }));
const count = (texts: string[], sources: Partial<Sources>) =>
  countStates(rowsOf(...texts), { quotes: [], later: {}, laterInPart: {}, prose: {}, ...sources });

test('a statement is tested, waits for a part or is prose', () => {
  const { counted, faults } = count(['One of three.', 'Two.', 'Three.', 'Names: not shown.'], {
    quotes: rowsOf('of three'),
    later: { batches: [{ section, rows: ['Two.'] }] },
    prose: { 'is a heading': [{ section, rows: ['Three.'] }] },
  });
  expect(counted.map(({ name, why }) => [name, why])).toEqual([
    ['tested', undefined],
    ['later', 'batches'],
    ['prose', 'is a heading'],
    ['prose', 'says only that something is not shown'],
  ]);
  expect(faults).toEqual([]);
});

test('a section waits as a whole, but for what it does not show', () => {
  const { counted, faults } = count(['One.', 'Names: not shown.'], { later: { batches: [{ section }] } });
  expect(counted.map(({ name }) => name)).toEqual(['later', 'prose']);
  expect(faults).toEqual([]);
});

test('a statement in no state is a fault', () => {
  expect(count(['One.'], {})).toEqual({ counted: [], faults: ['no state  Endpoints: One.'] });
});

test('a statement in two states is a fault, whichever they are', () => {
  const listed = { batches: [{ section, rows: ['One.'] }] };
  const waiting = count(['One.'], { quotes: rowsOf('One'), later: listed });
  expect(waiting).toEqual({ counted: [], faults: ['two states Endpoints: One. tested and later (batches)'] });
  const listedTwice = count(['One.'], { later: listed, prose: { 'is a heading': [{ section }] } });
  expect(listedTwice.faults).toEqual(['two states Endpoints: One. later (batches) and prose (is a heading)']);
});

test.each<[string, Partial<Sources>, string]>([
  ['a test', { quotes: rowsOf('Nine') }, 'Nine (a test)'],
  ['a part', { later: { batches: [{ section, rows: ['Nine.'] }] } }, 'Nine. (batches)'],
  ['a part of a whole section', { later: { batches: [{ section: 'Limits' }] } }, 'every statement (batches)'],
  ['words of a statement', { later: { batches: [{ section, rows: ['One'] }] } }, 'One (batches)'],
  ['prose', { prose: { 'is a heading': [{ section, rows: ['Nine.'] }] } }, 'Nine. (is a heading)'],
  ['words without a tested statement', { laterInPart: { batches: [{ section, rows: ['One'] }] } }, 'One (batches)'],
])('%s that names what is not there is a fault', (_what, sources, fault) => {
  const { faults } = count(['One.'], sources);
  expect(faults.filter((line) => line.startsWith('no row'))).toEqual([expect.stringContaining(fault)]);
});

test('words that wait for a part leave their statement tested', () => {
  const { counted, faults } = count(['One, or two.'], {
    quotes: rowsOf('One'),
    laterInPart: { batches: [{ section, rows: ['or two'] }] },
  });
  expect(counted).toMatchObject([{ name: 'tested' }]);
  expect(faults).toEqual([]);
});
