import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { PayoutBatch } from '../../src/index.ts';
import { printable } from '../src/output/printable.ts';
import { showProgress } from '../src/output/progress.ts';
import { harmless, resultsAsCsv } from '../src/output/results.ts';
import { showFaults } from '../src/output/show-faults.ts';

const batch: PayoutBatch = {
  batchId: 'pb_1',
  externalReferenceId: '=run',
  status: 'completed',
  autoCommit: true,
  itemCount: 1,
  counts: { pending: 0, valid: 0, invalid: 1, created: 0, create_failed: 0 },
  progress: { validated: 1, resolved: 1 },
  totals: { requested: [], debited: [] },
  livemode: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const request = { amount: '1.00', amountLeg: 'source', destinationAccountId: '-a' } as const;

describe('results', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    "'=1",
    '"=1',
    '|x',
    '%x',
  ])('make %j harmless', (text) => {
    expect(harmless(text)).toBe(`'${text}`);
  });

  test.each(['invoice-1', '1.00', 'a=b', 'Müller', ''])('leave %j as it is', (text) => {
    expect(harmless(text)).toBe(text);
  });

  test('have a row for each line, in which no cell is a formula', () => {
    const text = resultsAsCsv([
      {
        batch,
        items: [
          {
            index: 0,
            status: 'invalid',
            request: { ...request, reference: '=HYPERLINK("x","y")' },
            errors: [
              { type: 'BAD_REQUEST', detail: 'too small', path: 'amount' },
              { type: 'BAD_REQUEST', detail: 'too\nmuch' },
            ],
          },
        ],
        lineNumbers: [7],
      },
    ]);
    expect(parse(text, { columns: true })).toEqual([
      {
        line: '7',
        externalReferenceId: "'=run",
        batchId: 'pb_1',
        index: '0',
        status: 'invalid',
        payoutId: '',
        errorType: 'BAD_REQUEST',
        errorDetail: 'amount: too small; too\nmuch',
        reference: '\'=HYPERLINK("x","y")',
        destinationAccountId: "'-a",
        amount: '1.00',
        amountLeg: 'source',
        fundingAmount: '',
        fundingToken: '',
        fundingChain: '',
        fundingAddress: '',
      },
    ]);
  });
});

describe('results of runs', () => {
  test('say where the money of a line is to be sent', () => {
    const funding = { amount: '10.000000', token: 'USDC', chain: 'base', address: '0xAb' };
    const text = resultsAsCsv([
      { batch, items: [{ index: 0, status: 'created', payoutId: 'po_1', request, funding }] },
    ]);
    expect(parse(text, { columns: true })).toMatchObject([
      { fundingAmount: '10.000000', fundingToken: 'USDC', fundingChain: 'base', fundingAddress: '0xAb' },
    ]);
  });

  test('say that the valid lines of a canceled run are canceled', () => {
    const canceled = { ...batch, status: 'canceled' } as const;
    const text = resultsAsCsv([{ batch: canceled, items: [{ index: 0, status: 'valid', request }] }]);
    expect(parse(text, { columns: true })).toMatchObject([{ line: '', status: 'canceled' }]);
  });
});

describe('progress', () => {
  const creating = { ...batch, status: 'creating', itemCount: 40, progress: { validated: 40, resolved: 10 } } as const;

  test('is a bar where somebody watches', () => {
    let text = '';
    const progress = showProgress({ isWatched: true, columns: () => 80, note: (more) => (text += more) });
    progress.show([creating]);
    progress.end();
    const bar = `[${'#'.repeat(15)}${' '.repeat(9)}]`;
    expect(text).toBe(`\r\u{1b}[K${bar} 40 lines: 40 validated, 10 resolved; 1 creating\n`);
  });

  test.each([0, 1, 9, 20, 39, 40, 60, 74, 75, 120])('stays in one line of %i columns', (columns) => {
    const run = { ...creating, itemCount: 100_000, progress: { validated: 100_000, resolved: 99_999 } };
    let text = '';
    const progress = showProgress({ isWatched: true, columns: () => columns, note: (more) => (text += more) });
    progress.show([run, { ...run, status: 'completed' }, { ...run, status: 'awaiting_confirmation' }]);
    const shown = text.replace('\r\u{1b}[K', '');
    expect(shown.length).toBeLessThan(Math.max(columns, 1));
    if (columns >= 40) expect(shown).toMatch(/^\[#+ *\] .*299997/);
  });

  test('is a line for each step elsewhere, without a character that moves the cursor', () => {
    let text = '';
    const progress = showProgress({ isWatched: false, columns: () => 80, note: (more) => (text += more) });
    for (const resolved of [10, 10, 11, 20]) progress.show([{ ...creating, progress: { validated: 40, resolved } }]);
    progress.end();
    expect(text.split('\n')).toEqual([
      '40 lines: 40 validated, 10 resolved; 1 creating',
      '40 lines: 40 validated, 20 resolved; 1 creating',
      '',
    ]);
  });
});

test('what a terminal would obey is not shown', () => {
  expect(printable('a\u{1b}[2Jb\u{7}\u{202e}c\r\n\td')).toBe('a\u{fffd}[2Jb\u{fffd}\u{fffd}c\u{fffd}\n\td');
});

test('a hundred faults are listed, and the others counted', () => {
  const faults = Array.from({ length: 130 }, (_, index) => ({ line: index + 2, message: 'x' }));
  const shown = showFaults('The file', faults);
  expect(shown).toHaveLength(102);
  expect(shown.slice(-3)).toEqual(['line 101: x', 'and 30 more', 'The file has 130 errors.']);
});
