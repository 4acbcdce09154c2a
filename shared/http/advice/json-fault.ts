import { namedCharacter } from '../../ground/errors/named-character.ts';

/** Describes where a text stops being JSON, and what to do. At most one character of the text is repeated. */
export interface JsonFault {
  readonly message: string;
  readonly resolution: string;
}

/** The kinds of token that may come next. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'comma' | 'end';

const said: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'first value': 'a value or ]',
  name: 'a name in double quotes',
  'first name': 'a name in double quotes or }',
  colon: 'a colon',
  comma: 'a comma or the closing bracket',
  end: 'nothing more',
};

/** Matches the beginning of a string up to the first control character or unknown escape. */
const characters = String.raw`[^"\\\u0000-\u001f]*`;
const inString = String.raw`"${characters}(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})${characters})*`;
const openString = new RegExp(inString, 'y');
const string = new RegExp(`${inString}"`, 'y');
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const space = /[ \t\r\n]*/y;

interface Reader {
  readonly text: string;
  at: number;
  readonly open: ('{' | '[')[];
  expected: Expected;
}

/**
 * Finds where a text stops being JSON (RFC 8259). The platform's parser does not always report the position, and quotes
 * the text.
 * @returns undefined for JSON
 */
export function faultOfJson(text: string): JsonFault | undefined {
  if (text.trim() === '') return { message: 'the body is empty', resolution: 'Send a JSON object as the body.' };
  if (/^[\w.~%+-]+=/.test(text)) return form;
  if (text.startsWith('\ufeff')) return byteOrderMark;
  const reader: Reader = { text, at: 0, open: [], expected: 'value' };
  while (take(reader)) {
    if (reader.at >= text.length && reader.expected === 'end') return undefined;
  }
  return faultAt(reader);
}

const form: JsonFault = {
  message: 'the body is a form, not JSON',
  resolution: 'Send JSON. With curl, use --data with the JSON text and the header Content-Type: application/json.',
};

const byteOrderMark: JsonFault = {
  message: 'the body starts with a byte order mark',
  resolution: 'Send the JSON as UTF-8 without a byte order mark.',
};

/**
 * Reads one token.
 * @returns false if the token is not allowed here
 */
function take(reader: Reader): boolean {
  skip(reader, space);
  const next = reader.text[reader.at];
  if (next === undefined) return false;
  switch (reader.expected) {
    case 'value':
      return takeValue(reader, next);
    case 'first value':
      return next === ']' ? close(reader) : takeValue(reader, next);
    case 'name':
      return skip(reader, string) && expect(reader, 'colon');
    case 'first name':
      return next === '}' ? close(reader) : skip(reader, string) && expect(reader, 'colon');
    case 'colon':
      return next === ':' && pass(reader, 'value');
    case 'comma':
      return takeComma(reader, next);
    case 'end':
      return false;
  }
}

function takeValue(reader: Reader, next: string): boolean {
  if (next === '{' || next === '[') {
    reader.open.push(next);
    return pass(reader, next === '{' ? 'first name' : 'first value');
  }
  return (skip(reader, string) || skip(reader, scalar)) && afterValue(reader);
}

function takeComma(reader: Reader, next: string): boolean {
  const isObject = reader.open.at(-1) === '{';
  if (next === ',') return pass(reader, isObject ? 'name' : 'value');
  return next === (isObject ? '}' : ']') && close(reader);
}

function close(reader: Reader): boolean {
  reader.at += 1;
  reader.open.pop();
  return afterValue(reader);
}

function afterValue(reader: Reader): boolean {
  const isInside = reader.open.length > 0;
  expect(reader, isInside ? 'comma' : 'end');
  if (!isInside) skip(reader, space);
  return true;
}

function pass(reader: Reader, expected: Expected): boolean {
  reader.at += 1;
  return expect(reader, expected);
}

function expect(reader: Reader, expected: Expected): boolean {
  reader.expected = expected;
  return true;
}

function skip(reader: Reader, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at;
  const [found] = pattern.exec(reader.text) ?? [];
  if (found === undefined) return false;
  reader.at += found.length;
  return true;
}

function faultAt(reader: Reader): JsonFault {
  const isInString = reader.text[reader.at] === '"' && /value|name/.test(reader.expected);
  if (isInString) skip(reader, openString);
  const { text, at, expected } = reader;
  const [character] = text.slice(at, at + 2);
  const place = placeOf(text, at);
  if (character === undefined) {
    const wanted = isInString ? 'the closing quote' : said[expected];
    return told(`it ends in ${place}, where ${wanted} is expected`, 'Send the complete text: it was cut off.');
  }
  if (isInString) {
    const message = `${place} has ${namedCharacter(character)} in a string, where it must be escaped`;
    return told(message, String.raw`Write a line break in a string as \n, a backslash as \\ and a quote as \".`);
  }
  return told(`${place} has ${namedCharacter(character)} where ${said[expected]} is expected`, adviceFor(reader));
}

function told(where: string, resolution: string): JsonFault {
  return { message: `the body is not valid JSON: ${where}`, resolution };
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

const letters: readonly (readonly [RegExp, string])[] = [
  [/'|[\u2018-\u201f]/y, 'Write names and texts in straight double quotes.'],
  [/\/[/*]/y, 'Remove the comments: JSON does not allow them.'],
  [/NaN|-?Infinity|undefined|None|True|False/y, 'Write true, false and null in lower case. JSON has no other words.'],
  [/[-+.\d]/y, 'Write numbers as 12.5. Amounts of money are strings, such as "12.50".'],
];

function adviceFor({ text, at, expected }: Reader): string {
  const isClosing = text[at] === '}' || text[at] === ']';
  if (isClosing && (expected === 'name' || expected === 'value')) {
    return 'Remove the comma before the closing bracket, or add the missing value after it.';
  }
  for (const [pattern, advice] of letters) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return advice;
  }
  if (expected === 'comma') return 'Put a comma between fields and between entries, and close the bracket at the end.';
  if (/name/.test(expected)) return 'Write names in double quotes.';
  return 'Use a JSON library to write the body, such as JSON.stringify or json.dumps.';
}
