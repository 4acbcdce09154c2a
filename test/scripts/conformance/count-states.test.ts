import { expect, test } from 'vitest';
import { countStates, type Sources } from '../../../scripts/conformance/count-states.ts';

const section = 'Endpoints';
const rowsOf = (...texts: string[]) => texts.map((text) => ({ section, text }));
const count = (texts: string[], sources: Partial<Sources>) =>
  countStates(rowsOf(...texts), { quotes: [], prose: {}, ...sources });

test('a statement is tested or is prose', () => {
  const { counted, faults } = count(['One of three.', 'Three.', 'Names: not shown.'], {
    quotes: rowsOf('of three'),
    prose: { 'is a heading': [{ section, rows: ['Three.'] }] },
  });
  expect(counted.map(({ name, why }) => [name, why])).toEqual([
    ['tested', undefined],
    ['prose', 'is a heading'],
    ['prose', 'says only that something is not shown'],
  ]);
  expect(faults).toEqual([]);
});

test('a section is prose as a whole, but for what it does not show', () => {
  const { counted, faults } = count(['One.', 'Names: not shown.'], { prose: { 'is a heading': [{ section }] } });
  expect(counted.map(({ why }) => why)).toEqual(['is a heading', 'says only that something is not shown']);
  expect(faults).toEqual([]);
});

test('a statement in no state is a fault', () => {
  expect(count(['One.'], {})).toEqual({ counted: [], faults: ['no state  Endpoints: One.'] });
});

test('a statement in two states is a fault', () => {
  const listed = [{ section, rows: ['One.'] }];
  const both = count(['One.'], { quotes: rowsOf('One'), prose: { 'is a heading': listed } });
  expect(both).toEqual({ counted: [], faults: ['two states Endpoints: One. tested and prose (is a heading)'] });
  const twice = count(['One.'], { prose: { 'is a heading': listed, 'is a list': listed } });
  expect(twice.faults).toEqual(['two states Endpoints: One. prose (is a heading) and prose (is a list)']);
});

test.each<[string, Partial<Sources>, string]>([
  ['a test', { quotes: rowsOf('Nine') }, 'Nine (a test)'],
  ['prose', { prose: { 'is a heading': [{ section, rows: ['Nine.'] }] } }, 'Nine. (is a heading)'],
  ['a whole section', { prose: { 'is a heading': [{ section: 'Limits' }] } }, 'every statement (is a heading)'],
  ['words of a statement', { prose: { 'is a heading': [{ section, rows: ['One'] }] } }, 'One (is a heading)'],
])('%s that names what is not there is a fault', (_what, sources, fault) => {
  const { faults } = count(['One.'], sources);
  expect(faults.filter((line) => line.startsWith('no row'))).toEqual([expect.stringContaining(fault)]);
});
