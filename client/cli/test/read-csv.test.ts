import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FaultyFile } from '../src/input/fault.ts';
import { maxLines } from '../src/input/limits.ts';
import { readNames } from '../src/input/names.ts';
import { type Reading, readPayouts } from '../src/input/read-file.ts';
import { temporaryFolder } from './support/run-cli.ts';

const reading: Reading = { names: readNames([], []), allowDuplicates: false };

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
    '3: amount is not a decimal number such as 150.00, without thousands separators',
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
    '1: "Amount" is not a field of a payout; did you mean amount? Give --map "Amount=amount", or remove the column from the file.',
    '1: "amonut" is not a field of a payout; did you mean amount? Give --map "amonut=amount", or remove the column from the file.',
    expect.stringMatching(/^1: "colour" is not a field of a payout. The fields are amount, amountLeg, /),
    '1: There is no column for amount.',
    '1: There is no column for destinationAccountId.',
  ]);
  const names = readNames(['sum=amount', 'gone=reference'], []);
  expect(await faultsOf('amount,sum,destinationAccountId,endUserId,endUserId,\n1,2,a,u,u,x\n', { names })).toEqual([
    '1: Column 6 of the header has no name.',
    '1: The column "endUserId" appears twice.',
    '1: --map names "gone", which is not a column.',
    '1: Several columns are amount: amount, sum.',
  ]);
});

test.each([
  ['a semicolon', 'amount;destinationAccountId\n1;"a"x\n', '";"'],
  ['a tab', '\n\namount\tdestinationAccountId\n', 'tab'],
])('CSV with %s is never guessed: the fault says which option', async (_, content, given) => {
  const [fault, ...others] = await faultsOf(content);
  expect(fault).toMatch(/: The header is a single column; for this file, give --delimiter /);
  expect(fault?.endsWith(`${given}.`)).toBe(true);
  expect(others).toEqual([]);
});

test.each([
  [
    'a quotation mark that is never closed',
    `${header}1,a,"r\n2,a,s\n`,
    /^2: The file is not valid CSV: .* never closed/,
  ],
  ['a quotation mark inside', `${header}1,a,r"x\n`, /^2: The file is not valid CSV: a quotation mark appears inside/],
  [
    'a line that is too long',
    `${header}1,a,${'x'.repeat(70_000)}\n`,
    /^2: The file is not valid CSV: it has more than 65536/,
  ],
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
  expect(await faultsOf(header + rows.join(''))).toEqual([`-: The file has more than ${maxLines} lines; split it.`]);
});

describe('the first line of CSV', () => {
  test.each(['sep=;', '"sep=;"', 'SEP=;', 'sep=;;;', '"sep=;";;', '\u{feff}sep=;'])(
    '%j names the delimiter',
    async (first) => {
      const lines = await read(`${first}\r\namount;destinationAccountId;reference\r\n1;a;x,y\r\n`);
      expect(lines).toMatchObject([{ line: 3, item: { amount: '1', reference: 'x,y' } }]);
    },
  );

  test.each([
    ['a comma', ',', ','],
    ['a tab', '\t', '\t'],
    ['a bar', '|', '|'],
  ])('names %s, as the option may say besides', async (_, named, delimiter) => {
    const content = `sep=${named}\n${['amount', 'destinationAccountId'].join(named)}\n${['1', 'a'].join(named)}\n`;
    expect(await read(content)).toHaveLength(1);
    expect(await read(content, { delimiter })).toHaveLength(1);
  });

  test('is not contradicted by the option', async () => {
    expect(await faultsOf('sep=;\namount;destinationAccountId\n1;a\n', { delimiter: ',' })).toEqual([
      '1: The file names ";" as its delimiter, --delimiter another one.',
    ]);
  });

  test('keeps the lines below it at their numbers, and names a delimiter that the header does not have', async () => {
    expect(await faultsOf('sep=;\namount;destinationAccountId\n1;a\nx;a\n')).toEqual([
      expect.stringMatching(/^4: amount is not a decimal/),
    ]);
    expect(await faultsOf('sep=;\namount,destinationAccountId\n1,a\n')).toEqual([
      expect.stringMatching(/^2: The header is a single column/),
    ]);
  });
});

describe('columns without a value', () => {
  test.each([
    ['without a name', `amount,,destinationAccountId,,\n1,,a,,\n2,,a,,\n`],
    ['with a name that says nothing', `amount,Remark,destinationAccountId,currency,IBAN\n1,,a,,\n2,,a,,\n`],
    ['beyond the header', `amount,destinationAccountId\n1,a,,\n2,a,,,,\n`],
  ])('%s are left out', async (_, content) => {
    expect((await read(content)).map(({ item }) => item.amount)).toEqual(['1', '2']);
  });

  test('are no columns with one: nameless, unknown, or beyond the header', async () => {
    expect(await faultsOf(`amount,,destinationAccountId\n1,,a\n2,x,a\n`)).toEqual([
      '1: Column 2 of the header has no name.',
    ]);
    expect(await faultsOf(`amount,destinationAccountId\n1,a,,x\n`)).toEqual([
      '2: has 4 cells where the header has 2; quote cells that contain the delimiter',
    ]);
    expect(await faultsOf(`amount,destinationAccountId,Remark\n1,a,\n2,a,x\n`)).toEqual([
      expect.stringMatching(/--ignore "Remark"/),
    ]);
  });
});

describe('a column that names a currency', () => {
  const named = async (header: string, cells: string, names: Reading['names'] = reading.names) => {
    const [line] = await read(`amount,destinationAccountId,${header}\n1,a,${cells}\n`, { names });
    return line?.currencies?.map(({ side, code }) => `${side} ${code}`);
  };

  test.each([
    ...[
      'currency',
      'Currency',
      'CURRENCY',
      'Currency Code',
      'amountCurrency',
      'payment_currency',
      'ccy',
      'Cur.',
      'Curr',
    ],
    ...['targetCurrency', 'sourceCurrency', 'Payout currency', 'Währung', 'Waehrung', 'Devise', 'Moneda', 'Divisa'],
    ...['Moeda', 'Valuta', 'Waluta', 'Döviz', 'Para birimi', 'Měna', 'Валюта', '通貨', '币种', '통화', 'ISO 4217'],
  ])('%s is that of the amount, and is not sent', async (header) => {
    expect(await named(header, 'eur')).toEqual(['amount EUR']);
  });

  test.each([
    ['sourceCurrency,targetCurrency', ['source USD', 'destination EUR']],
    ['From Currency,To Currency', ['source USD', 'destination EUR']],
    ['sender_currency,beneficiary_currency', ['source USD', 'destination EUR']],
    ['currency,Recipient currency', ['amount USD', 'destination EUR']],
  ])('%s are of two sides', async (header, sides) => {
    expect(await named(header, 'USD,EUR')).toEqual(sides);
  });

  test('is of the side that --map says', async () => {
    const names = readNames(['W=destinationCurrency'], []);
    expect(await named('W', 'EUR', names)).toEqual(['destination EUR']);
  });

  test('is known by its values, too', async () => {
    expect(await named('W', 'EUR')).toEqual(['amount EUR']);
  });

  test.each([
    ['currency', 'EUR'],
    ['Notes', 'EUR'],
  ])('%s is never ignored', async (header, code) => {
    const content = `amount,destinationAccountId,${header}\n1,a,${code}\n`;
    const faults = await faultsOf(content, { names: readNames([], [header]) });
    expect(faults).toEqual([expect.stringMatching(/names a currency. Currencies are checked and cannot be ignored/)]);
    expect(faults.join()).not.toContain('--ignore');
  });

  test.each(['€', 'EURO', 'Euro', '978', 'EU', 'source'])('has a code of ISO 4217, not %s', async (cell) => {
    expect(await faultsOf(`amount,destinationAccountId,currency\n1,a,${cell}\n`)).toEqual([
      `2: currency ${JSON.stringify(cell)} is not an ISO 4217 code, such as EUR`,
    ]);
  });
});

describe('--ignore', () => {
  test('is trimmed, as --map is', async () => {
    const names = readNames([' Betrag = amount '], [' Notiz ']);
    expect(await read('Betrag,destinationAccountId,Notiz\n1,a,x\n', { names })).toHaveLength(1);
    expect(() => readNames(['a=amount'], [' a '])).toThrow('--map and --ignore both name a.');
  });

  test.each(['Remark', 'Notiz', 'Comment', 'Colour', 'Department', 'Memo'])('is proposed for %s', async (name) => {
    expect(await faultsOf(`amount,destinationAccountId,${name}\n1,a,any words\n`)).toEqual([
      expect.stringContaining(`--ignore "${name}"`),
    ]);
  });

  test.each([
    ...[
      ['Betrag', '9.00'],
      ['Fee', 'none'],
      ['Total', 'x'],
      ['金額', '100'],
      ['Q3', '1,000.00'],
      ['W', '9,00 €'],
      ['W', '$5'],
    ],
    ...[
      ['IBAN', 'x'],
      ['Beneficiary name', 'Ada'],
      ['Empfänger', 'Ada'],
      ['Konto', 'x'],
      ['E-mail', 'x'],
      ['W', 'a@b.c'],
    ],
    ...[
      ['account', 'acct_1'],
      ['W', 'DE89370400440532013000'],
      ['W', 'DE89 3704 0044 0532 0130 00'],
      ['destination', 'x'],
      ['leg', 'x'],
      ['Amount', '1'],
    ],
  ] as [string, string][])('is not proposed for %s, with %s', async (name, cell) => {
    const faults = await faultsOf(`amount,destinationAccountId,${name}\n1,a,"${cell}"\n`);
    expect(faults.join()).toContain(`--map "${name}=`);
    if (name !== 'Amount') expect(faults.join()).not.toContain('=amount');
    expect(faults.join()).not.toContain('--ignore');
  });
});

describe('twins', () => {
  const content = `${header}1,a,r1\n2,a,r2\n1,a,r1\n3,a,r2\n1,a,\n1,a,\n`;

  test('are faults that name the earlier line', async () => {
    const meant = '; if this is intended, give --allow-duplicates';
    expect(await faultsOf(content)).toEqual([
      `4: is identical to line 2${meant}`,
      `5: has the reference of line 3${meant}`,
      `7: is identical to line 6${meant}`,
    ]);
  });

  test.each([
    ['amounts of one number', '10,a,\n10.0,a,\n10.00,a,\n', [3, 4]],
    ['an amount with and without places', '0.5,a,\n0.50,a,\n', [3]],
    ['references in two ways to compose them', '1,a,Jos\u00e9\n2,a,Jose\u0301\n', [3]],
    ['references with another space', '1,a,RE 1\n2,a,RE\u00a01\n3,a,RE\u30001\n', [3, 4]],
    ['references with what nobody sees', '1,a,\u2764\n2,a,\u2764\ufe0f\n', [3]],
    ['other amounts', '10,a,\n100,a,\n1000,a,\n1.0,a,\n0,a,\n', []],
    ['other accounts', '10,a,\n10,b,\n', []],
    ['references in another case', '1,a,INV-1\n2,a,inv-1\n', []],
    ['one reference, and none', '1,a,r\n1,a,\n', []],
  ])('are found by what lines say: %s', async (_, rows, lines) => {
    const faults = await faultsOf(header + rows).catch(() => []);
    expect(faults.map((fault) => Number.parseInt(fault, 10))).toEqual(lines);
  });

  test('are lines with one condition, however its numbers are written', async () => {
    const columns = 'amount,destinationAccountId,expectDestination.amount,expectDestination.tolerance\n';
    expect(await faultsOf(`${columns}1,a,9.5,\n1.0,a,9.50,0.00\n1,a,9.5,0.01\n`)).toEqual([
      expect.stringMatching(/^3: is identical to line 2/),
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
    ['Betrag=betrag', 'is not a field of a payout'],
  ])('%s is refused', (map, message) => {
    expect(() => readNames([map], [])).toThrow(message);
  });

  test('takes names with an equals sign', () => {
    expect(readNames(['a=b=amount'], []).mapped).toEqual(new Map([['a=b', 'amount']]));
  });
});

describe('texts of your own in CSV', () => {
  const columns = (names: string, cells: string) => `amount,destinationAccountId,${names}\n1,a,${cells}\n`;

  test('are columns of metadata, kept as they are written; empty cells are left out', async () => {
    const names = readNames(['Kostenstelle=metadata.costCenter'], []);
    const text = columns('Kostenstelle,metadata.shop.id,metadata.toString,metadata.none', '0042,"=1+1, ""x""",💶,');
    const [line] = await read(text, { names });
    expect(line?.item).toEqual({
      amount: '1',
      amountLeg: 'source',
      destinationAccountId: 'a',
      metadata: { costCenter: '0042', 'shop.id': '=1+1, "x"', toString: '💶' },
    });
  });

  test('may have 200 characters, of which an emoji is one', async () => {
    const text = columns('metadata.a', '💶'.repeat(200));
    expect((await read(text))[0]?.item.metadata).toEqual({ a: '💶'.repeat(200) });
    expect(await faultsOf(columns('metadata.a', '💶'.repeat(201)))).toEqual([
      '2: metadata.a has 201 characters, more than 200',
    ]);
  });

  test('are refused where the service would refuse them', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `metadata.k${index}`).join();
    expect(await faultsOf(columns(many, Array(21).fill('x').join()))).toEqual(['2: metadata has more than 20 keys']);
    const large = Array.from({ length: 11 }, (_, index) => `metadata.k${index}`).join();
    expect(await faultsOf(columns(large, Array(11).fill('x'.repeat(200)).join()))).toEqual([
      expect.stringMatching(/^2: metadata is 22\d\d bytes as JSON, more than 2048$/),
    ]);
    expect(await faultsOf(columns('metadata.Cost center', '1'))).toEqual([
      '1: "metadata.Cost center": "Cost center" is not a key: keys have 1 to 40 characters of A-Z a-z 0-9 _ . -',
    ]);
    expect(await faultsOf(columns('metadata.a,metadata.a', '1,2'))).toEqual([
      '1: The column "metadata.a" appears twice.',
    ]);
    expect(() => readNames(['Notiz=metadata.'], [])).toThrow('is not a key');
  });

  test('are refused where --map names one twice', async () => {
    const names = readNames(['A=metadata.a', 'B=metadata.a'], []);
    expect(await faultsOf(columns('A,B', '1,2'), { names })).toEqual(['1: Several columns are metadata.a: A, B.']);
  });
});
