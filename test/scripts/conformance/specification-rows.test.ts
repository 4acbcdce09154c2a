import { expect, test } from 'vitest';
import { isOmission, specificationRows } from '../../../scripts/conformance/specification-rows.ts';

const textsOf = (markdown: string) => specificationRows(markdown).map(({ text }) => text);

test('a statement stands under its heading and the one above', () => {
  const markdown = '# Service\n\nOne.\n\n## States\n\nTwo.\n\n### Payout\n\nThree.\n\n## Errors\n\nFour.';
  expect(specificationRows(markdown)).toEqual([
    { section: 'Service', text: 'One.' },
    { section: 'States', text: 'Two.' },
    { section: 'States > Payout', text: 'Three.' },
    { section: 'Errors', text: 'Four.' },
  ]);
});

test('each sentence of a paragraph is a statement, and an abbreviation ends none', () => {
  expect(textsOf('Fields: `a` (e.g. `payout.create`), `b`. `c` is one. 200: the payout.')).toEqual([
    'Fields: `a` (e.g. `payout.create`), `b`.',
    '`c` is one.',
    '200: the payout.',
  ]);
});

test('each row of a table is a statement, but the names of its columns', () => {
  expect(textsOf('| Field | Meaning |\n|---|---|\n| `id` | cursor |\n| `net` | amount |')).toEqual([
    '`id` | cursor',
    '`net` | amount',
  ]);
});

test('an item of a list is one statement, and what it does not show stands by itself', () => {
  expect(textsOf('- One. Two: not shown. Three.\n2. Four: not shown.')).toEqual([
    'One. Three.',
    'Two: not shown.',
    'Four: not shown.',
  ]);
});

test('only what ends so says that something is not shown', () => {
  expect(['Names: not shown.', 'Names are not shown.', 'Not shown: names.'].map(isOmission)).toEqual([
    true,
    false,
    false,
  ]);
});
