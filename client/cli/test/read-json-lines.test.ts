import { describe, expect, test } from 'vitest';
import { readNames } from '../src/input/names.ts';
import { readJsonLines } from '../src/input/read-json-lines.ts';
import { repeatedKeys } from '../src/input/repeated-keys.ts';

const read = (text: string, maps: string[] = [], ignore: string[] = []) => readJsonLines(text, readNames(maps, ignore));
const faultsOf = (text: string) => read(text).faults.map(({ line, message }) => `${line}: ${message}`);

describe('JSON Lines', () => {
  test('are payouts as the service takes them, with names mapped or left out', () => {
    const text =
      '{"Betrag":"1.00","destinationAccountId":"a","note":{"any":[1]},"expectDestination":{"amount":"2"}}\n\n' +
      '{"amount":"1.00","destinationAccountId":" b ","reference":"r"}';
    expect(read(text, ['Betrag=amount'], ['note'])).toEqual({
      lines: [
        {
          line: 1,
          item: {
            amount: '1.00',
            amountLeg: 'source',
            destinationAccountId: 'a',
            expectDestination: { amount: '2', tolerance: '0' },
          },
        },
        { line: 3, item: { amount: '1.00', amountLeg: 'source', destinationAccountId: 'b', reference: 'r' } },
      ],
      faults: [],
    });
  });

  test('take texts of your own as the service does', () => {
    const line = (metadata: string) => `{"amount":"1","destinationAccountId":"a","metadata":${metadata}}`;
    expect(read(line('{"b":" 1 ","a.b":"2","none":""}')).lines[0]?.item.metadata).toEqual({ b: '1', 'a.b': '2' });
    expect(faultsOf(line('{"a":1,"b":null,"c":{"d":"e"}}'))).toEqual(
      ['a', 'b', 'c'].map((key) => `1: metadata.${key} is not a text: write it in quotes, or omit it`),
    );
    expect(faultsOf(line('{"a":"1","a":"1"}'))).toEqual(['1: "a" appears twice']);
  });

  test('show each fault of each line', () => {
    const text = [
      '{"amount":"1","destinationAccountId":"a","amount":"100"}',
      '{"amount":1,"destinationAccountId":null}',
      '{"amount":"1","destinationAccountId":"a","expectDestination":{}}',
      '{"amount":"1","destinationAccountId":"a","expectDestination":{"tolerance":"2"}}',
      '{"amount":"1","destinationAccountId":"a","reference":""}',
      '{"amount":"1","destinationAccountId":"a","reference":"\\ud800"}',
      '{"amount":"1","destinationAccountId":"a","__proto__":{"x":1}}',
      '[]',
      '{"amount":"1"',
    ];
    expect(faultsOf(text.join('\n'))).toEqual([
      '1: "amount" appears twice',
      '2: amount is not a text: write it in quotes, or omit it',
      '2: destinationAccountId is not a text: write it in quotes, or omit it',
      '3: expectDestination is empty',
      '4: expectDestination.amount is missing',
      '4: expectDestination.tolerance is not a decimal number such as 150.00',
      '5: reference is empty',
      '6: reference has control or format characters',
      expect.stringMatching(/^7: "__proto__.x" is not a field of a payout/),
      '8: is not a JSON object',
      '9: is not JSON',
    ]);
  });
});

describe('a currency in JSON Lines', () => {
  const named = (text: string) => read(text).lines[0]?.currencies?.map(({ side, code }) => `${side} ${code}`);

  test.each([
    ['{"amount":"1","destinationAccountId":"a","currency":"eur"}', ['amount EUR']],
    ['{"amount":"1","destinationAccountId":"a","targetCurrency":"EUR"}', ['amount EUR']],
    [
      '{"amount":"1","destinationAccountId":"a","sourceCurrency":"USD","targetCurrency":"EUR"}',
      ['source USD', 'destination EUR'],
    ],
    ['{"amount":"1","destinationAccountId":"a","currency":null,"x":""}', undefined],
  ])('%s is compared and not sent', (text, sides) => {
    expect(named(text)).toEqual(sides);
  });

  test('is of the amount beside it', () => {
    const { lines } = read('{"amount":{"value":"1","currency":"EUR"},"destinationAccountId":"a"}', [
      'amount.value=amount',
    ]);
    expect(lines).toMatchObject([{ item: { amount: '1' }, currencies: [{ side: 'amount', code: 'EUR' }] }]);
  });

  test('is never ignored, nor is it within what is', () => {
    const whole = '{"amount":"1","destinationAccountId":"a","note":{"in":{"currency":"EUR"}},"ccy":"EUR"}';
    const { faults } = read(whole, [], ['note', 'ccy']);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^"note.in.currency" names a currency/),
      expect.stringMatching(/^"ccy" names a currency/),
    ]);
  });

  test('is a code', () => {
    expect(faultsOf('{"amount":"1","destinationAccountId":"a","currency":978}')).toEqual([
      '1: currency 978 is not an ISO 4217 code, such as EUR',
    ]);
  });
});

describe('repeated keys', () => {
  test.each([
    ['{"a":1,"b":{"a":2}}', []],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"x":[{"a":1},{"a":"a","b":"\\"a\\":"}]}', []],
    ['{"x":{"a":1,"b":[],"a":2},"x":0}', ['a', 'x']],
    ['{"":1,"":2}', ['']],
  ])('of %s are %j', (source, expected) => {
    expect(repeatedKeys(source)).toEqual(expected);
  });
});
