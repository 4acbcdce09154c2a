import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOfJson } from '../../../../shared/http/advice/json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('where a text stops being JSON', () => {
  test.each([
    ["{'a': 1}", "line 1, column 2 has ' where a name in double quotes or } is expected", 'straight double quotes'],
    ['{"a": “b”}', 'line 1, column 7 has U+201C where a value is expected', 'straight double quotes'],
    ['{\n  "a": 1,\n}', 'line 3, column 1 has } where a name in double quotes is expected', 'Remove the comma'],
    ['[1, 2,]', 'line 1, column 7 has ] where a value is expected', 'Remove the comma'],
    ['{a: 1}', 'line 1, column 2 has a where', 'Write names in double quotes'],
    ['{"a" 1}', 'line 1, column 6 has 1 where a colon is expected', ''],
    ['{"a": 1 "b": 2}', 'line 1, column 9 has " where a comma', 'Put a comma'],
    ['{"a": None}', 'line 1, column 7 has N where a value', 'true, false and null'],
    ['{"a": 012}', 'line 1, column 7 has 0 where a value', 'Write numbers as 12.5'],
    ['{"a": .5}', 'line 1, column 7 has . where a value', 'Write numbers as 12.5'],
    ['// no\n{}', 'line 1, column 1 has / where a value', 'Remove the comments'],
    ['{"a": "b\nc"}', 'line 1, column 9 has U+000A in a string', String.raw`\n`],
    [String.raw`{"a": "\q"}`, 'line 1, column 8 has \\ in a string', ''],
    ['{"a": 1', 'it ends in line 1, column 8, where a comma or the closing bracket is expected', 'cut off'],
    ['{"a": "b', 'it ends in line 1, column 9, where the closing quote is expected', 'cut off'],
    ['{} {}', 'line 1, column 4 has { where nothing more is expected', ''],
    ['🦊', 'line 1, column 1 has U+1F98A where a value is expected', ''],
  ])('%j', (text, place, advice) => {
    const fault = faultOfJson(text);
    expect(fault?.message).toContain(`the body is not valid JSON: ${place}`);
    expect(fault?.resolution).toContain(advice);
  });

  test.each([
    ['', 'the body is empty'],
    [' \n', 'the body is empty'],
    ['amount=10.00&currency=USD', 'the body is a form, not JSON'],
    ['\ufeff{}', 'the body starts with a byte order mark'],
  ])('%j as a whole', (text, message) => {
    expect(faultOfJson(text)?.message).toBe(message);
  });

  test('is nowhere in what the platform parses, and somewhere in all else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutilatedJson), (text) => {
        expect(faultOfJson(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('repeats no more than one character of the text', () => {
    const { message = '', resolution = '' } = faultOfJson('{"iban": DE89370400440532013000}') ?? {};
    expect(message + resolution).not.toContain('DE8');
  });
});

/** JSON with one character taken away, put in or put in place of another. */
const mutilatedJson = fc
  .tuple(fc.json(), fc.nat(), fc.nat(2), fc.constantFrom(...'{}[],:"\'\\ 0a-.\n'))
  .map(([text, place, taken, put]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + taken);
  });
