import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FaultyFile } from '../src/input/fault.ts';
import { maxLines } from '../src/input/limits.ts';
import { readNames } from '../src/input/names.ts';
import { type Reading, readPayouts } from '../src/input/read-file.ts';
import { temporaryFolder } from './support/run-cli.ts';

const reading: Reading = { delimiter: ',', names: readNames([], []), allowDuplicates: false };

function read(content: string | Buffer, more: Partial<Reading> = {}) {
  const path = join(temporaryFolder(), 'payouts.csv');
  writeFileSync(path, content);
  return readPayouts(path, { ...reading, ...more });
}

/** The faults of a file, as `line: message`. */
async function faultsOf(content: string | Buffer, more: Partial<Reading> = {}): Promise<string[]> {
  const error = await read(content, more).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FaultyFile)) throw error ?? new Error('no fault was found');
  return error.faults.map(({ line, message }) => `${line ?? '-'}: ${message}`);
}

const header = 'amount,destinationAccountId,reference\n';

test('CSV becomes payouts, with the defaults of the service and without empty cells', async () => {
  const lines = await read(
    'amount,destinationAccountId,reference,endUserId,expectDestination.amount,expectDestination.tolerance\n' +
      '150.00,acct_1, r 1 ,,,\n' +
      '1,acct_1,,u,9.50,\n' +
      '2,acct_1,,,9.50,0.01\n',
  );
  expect(lines).toEqual([
    { line: 2, item: { amount: '150.00', amountLeg: 'source', destinationAccountId: 'acct_1', reference: 'r 1' } },
    {
      line: 3,
      item: {
        amount: '1',
        amountLeg: 'source',
        destinationAccountId: 'acct_1',
        endUserId: 'u',
        expectDestination: { amount: '9.50', tolerance: '0' },
      },
    },
    {
      line: 4,
      item: {
        amount: '2',
        amountLeg: 'source',
        destinationAccountId: 'acct_1',
        expectDestination: { amount: '9.50', tolerance: '0.01' },
      },
    },
  ]);
});

test.each([
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
  ['carriage returns', '\r'],
])('CSV has the line numbers of an editor, with %s', async (_, end) => {
  const rows = ['', header.trim(), '1,a,r1', '', '', '2,a,"q ""x"""', ',,', '"3",a,"two', 'lines"', '4,a b,r4'];
  const faults = await faultsOf(rows.join(end));
  expect(faults).toEqual([
    '8: reference has control or format characters',
    '10: destinationAccountId is not an id: letters, digits, "_", "." and "-" only',
  ]);
});

test('CSV may begin with a byte order mark and have another delimiter', async () => {
  const names = readNames(['Betrag=amount', 'Konto = destinationAccountId'], ['Notiz']);
  const lines = await read('\u{feff}Betrag;Konto;Notiz\r\n1.50;a;x,y\r\n', { delimiter: ';', names });
  expect(lines).toEqual([{ line: 2, item: { amount: '1.50', amountLeg: 'source', destinationAccountId: 'a' } }]);
});

test('CSV shows each fault of each line', async () => {
  const faults = await faultsOf(
    `${header}"150,00",a,r1\n"1,000.00",a,r2\n-1,a,r3\n,a,r4\n1.00001,,r5\n1,a,${'x'.repeat(256)}\n1,a\n1,a,r6,more\n`,
  );
  expect(faults).toEqual([
    '2: amount has a decimal comma: write it with a point, as in 150.00',
    '3: amount is not a decimal number such as 150.00, without separators of thousands',
    '4: amount is not a decimal number such as 150.00',
    '5: amount is missing',
    '6: amount is not a decimal number such as 150.00',
    '6: destinationAccountId is missing',
    '7: reference has 256 characters, more than 255',
    '8: has 2 cells where the header has 3; quote cells that contain the delimiter',
    '9: has 4 cells where the header has 3; quote cells that contain the delimiter',
  ]);
});

test('CSV names unknown, repeated, nameless and missing columns, and the field that was probably meant', async () => {
  expect(await faultsOf('Amount,amonut,colour\n1,2,3\n')).toEqual([
    '1: "Amount" is no field of a payout; do you mean amount? Give --map "Amount=FIELD" or --ignore "Amount".',
    '1: "amonut" is no field of a payout; do you mean amount? Give --map "amonut=FIELD" or --ignore "amonut".',
    expect.stringMatching(/^1: "colour" is no field of a payout, which are amount, amountLeg, /),
    '1: No column is amount.',
    '1: No column is destinationAccountId.',
  ]);
  const names = readNames(['sum=amount', 'gone=reference'], []);
  expect(await faultsOf('amount,sum,destinationAccountId,endUserId,endUserId,\n', { names })).toEqual([
    '1: Column 6 of the header has no name.',
    '1: "endUserId" is there twice.',
    '1: --map names "gone", which is no column.',
    '1: Several columns are amount: amount, sum.',
  ]);
});

test.each([
  ['a semicolon', 'amount;destinationAccountId\n1;"a"x\n', '";"'],
  ['a tab', '\n\namount\tdestinationAccountId\n', 'tab'],
])('CSV with %s is never guessed: the fault says which option', async (_, content, given) => {
  const [fault, ...others] = await faultsOf(content);
  expect(fault).toMatch(/: The header is one column; for this file give --delimiter /);
  expect(fault?.endsWith(`${given}.`)).toBe(true);
  expect(others).toEqual([]);
});

test.each([
  ['a quotation mark that is never closed', `${header}1,a,"r\n2,a,s\n`, /^2: This is not CSV: .* none closes it/],
  ['a quotation mark inside', `${header}1,a,r"x\n`, /^2: This is not CSV: a quotation mark stands inside/],
  ['a line that is too long', `${header}1,a,${'x'.repeat(70_000)}\n`, /^2: This is not CSV: it has more than 65536/],
  ['no line', header, /^-: The file has no line/],
  ['nothing', '', /^-: The file is empty/],
  ['too many columns', `${'a,'.repeat(300)}\n`, /^1: The header has more than 200 columns/],
  ['Latin-1', Buffer.from(`${header}1,a,M\u{fc}ller\n`, 'latin1'), /^-: The file is not UTF-8; save it as/],
  ['UTF-16', Buffer.from(`\u{feff}${header}`, 'utf16le'), /^-: The file is UTF-16; save it as/],
])('CSV is refused with %s', async (_, content, fault) => {
  const faults = await faultsOf(content);
  expect(faults[0]).toMatch(fault);
});

test('CSV has at most so many lines', async () => {
  const rows = Array.from({ length: maxLines + 1 }, (_, index) => `1,a,r${index}\n`);
  expect(await faultsOf(header + rows.join(''))).toEqual([`-: The file has more than ${maxLines} lines; divide it.`]);
});

describe('twins', () => {
  const content = `${header}1,a,r1\n2,a,r2\n1,a,r1\n3,a,r2\n1,a,\n1,a,\n`;

  test('are faults that name the earlier line', async () => {
    const meant = '; where this is meant, give --allow-duplicates';
    expect(await faultsOf(content)).toEqual([
      `4: is identical to line 2${meant}`,
      `5: has the reference of line 3${meant}`,
      `7: is identical to line 6${meant}`,
    ]);
  });

  test('are accepted where they are meant', async () => {
    expect(await read(content, { allowDuplicates: true })).toHaveLength(6);
  });
});

describe('--map', () => {
  test.each([
    ['amount', '--map amount is not NAME=FIELD'],
    ['=amount', '--map =amount is not NAME=FIELD'],
    ['Betrag=betrag', 'is no field of a payout'],
  ])('%s is refused', (map, message) => {
    expect(() => readNames([map], [])).toThrow(message);
  });

  test('takes names with an equals sign', () => {
    expect(readNames(['a=b=amount'], []).mapped).toEqual(new Map([['a=b', 'amount']]));
  });
});
