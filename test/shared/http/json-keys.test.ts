import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inexactNumbers, nestsTooDeep, repeatedKeys } from '../../../shared/http/json-keys.ts';

const paths = (text: string) => repeatedKeys(text).map(({ path }) => path);

describe('a key that an object has twice is found', () => {
  test.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"a":1}', ['a']],
    ['{"a":1,"b":{"c":1,"d":2,"c":3}}', ['b.c']],
    ['{"items":[{"a":1},{"a":1,"b":[],"a":2}]}', ['items[1].a']],
    ['[[{"a":1}],{"a":1,"a":2}]', ['[1].a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":"{\\"b\\":1,\\"b\\":2}","a":2}', ['a']],
    ['{ "a" : {} , "a" : [ ] , "a" : null }', ['a', 'a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"":1,"":2}', ['']],
  ])('%s', (text, expected) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(paths(text)).toEqual(expected);
  });
});

test.each([
  ['escaped quotes', '\\"'.repeat(500_000)],
  ['a backslash at its end', `${'\\"'.repeat(500_000)}\\`],
])('a string that is never closed, of %s, is read once', (_, rest) => {
  // If each quote began another search, this would take hours.
  expect(nestsTooDeep(`"${rest}`)).toBe(false);
});

test.each(['{}', '[]', '"a"', '1', '{"a":{"a":{"a":[]}},"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a,b"}'])(
  '%s has none',
  (text) => {
    expect(paths(text)).toEqual([]);
  },
);

test('nothing that was made from a value has any, whatever its keys and strings hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(4), (value, indent) => {
      expect(paths(JSON.stringify(value, null, indent))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('a key that is written twice into any object is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.jsonValue(), (object, value) => {
      const key = Object.keys(object)[0] ?? '';
      const text = `{${JSON.stringify(key)}:${JSON.stringify(value)},${JSON.stringify(object).slice(1)}`;
      expect(repeatedKeys(text)).toHaveLength(1);
    }),
    { numRuns: 2_000 },
  );
});

describe('a number that would be changed by being read is found', () => {
  test.each([
    ['{"a":9007199254740993}', ['a']],
    ['{"a":{"b":[0,1e400]}}', ['a.b[1]']],
    ['[-0, -0.0, -0e5]', ['[0]', '[1]', '[2]']],
    ['[1e-400,0.10000000000000000001,-12345678901234567890]', ['[0]', '[1]', '[2]']],
    [`{"a":1${'0'.repeat(400)}}`, ['a']],
    ['{"a":"9007199254740993","b":1,"c":"-0"}', []],
    ['[9007199254740992,1.50,100e-2,1E2,0,0.0,0e400,1e21,123456789012345680000]', []],
    [`[0.1,5e-324,1.7976931348623157e308,1.${'0'.repeat(100_000)}]`, []],
  ])('%.60s', (text, expected) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(inexactNumbers(text).map(({ path }) => path)).toEqual(expected);
  });

  test('and none in what was made from a value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger())),
        (values) => {
          const negativeZero = values.some((value) => Object.is(value, -0));
          fc.pre(!negativeZero);
          expect(inexactNumbers(JSON.stringify(values))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
