import * as z from 'zod';

/** A JSON schema of the description, references resolved. */
type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
};

export interface BadBody {
  readonly name: string;
  readonly body: unknown;
  /** The faulty field, as `errors` names it. */
  readonly field: string;
}

type Path = readonly string[];

const DROPPED = Symbol('dropped');

/** Wrong for most fields; where the description allows one, it is not a fault. */
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1.5,
  1e308,
  [],
  ['a'],
  {},
  { a: 1 },
  '',
  'x'.repeat(10_000),
  '🦊'.repeat(5_000),
  'a\u0000b',
  'a\nb',
  '\u007f',
  '\u202e\u200b',
  '１２',
  '"; DROP TABLE payouts; --',
  'NaN',
  '-1',
  '+1',
  '1e3',
  '1,5',
  '.5',
  '1.00001',
  '0x10',
];
/** A record takes them. */
const unknownNames = ['nobodyKnowsThis', 'constructor'];
/** Half a character: it cannot be stored as it is, whatever the description's pattern says. */
const halfCharacter = 'a\ud800b';

/** Every fault that one field of a body can have by its schema, one in each body. */
export function badBodies(schema: Schema, valid: unknown, path: Path = []): BadBody[] {
  const fault = (name: string, where: Path, value: unknown): BadBody => ({
    name: `${nameOf(where)}: ${name}`,
    body: withValue(valid, where, value),
    field: nameOf(where),
  });
  const allows = allowedBy(schema);
  const values = oddValues.filter((value) => !allows(value)).map((value) => fault(shown(value), path, value));
  if (schema.type === 'string') return [...values, fault('half a character', path, halfCharacter)];
  if (schema.type === 'array' && schema.items?.type === 'object') {
    return [...values, ...badBodies(schema.items, valid, [...path, '0'])];
  }
  if (schema.type !== 'object') return values;
  const fields = fieldsOf(schema, valueAt(valid, path));
  return [
    // The whole body has cases of its own.
    ...(path.length === 0 ? [] : values),
    ...(schema.required ?? []).map((name) => fault('missing', [...path, name], DROPPED)),
    fault('unknown', [...path, '__proto__'], 'x'),
    ...(schema.properties ? unknownNames.map((name) => fault('unknown', [...path, name], 'x')) : []),
    ...Object.entries(fields).flatMap(([name, field]) => badBodies(field, valid, [...path, name])),
  ];
}

/** As errors name a field: `items[0].amount`. */
function nameOf(path: Path): string {
  return path.join('.').replace(/\.(\d+)/g, '[$1]');
}

/** A record's values are checked where the valid body has some. */
function fieldsOf({ properties, additionalProperties }: Schema, valid: unknown): Record<string, Schema> {
  if (properties) return { ...properties };
  if (typeof additionalProperties !== 'object') return {};
  return Object.fromEntries(Object.keys(valid ?? {}).map((name) => [name, additionalProperties]));
}

function allowedBy(schema: Schema): (value: unknown) => boolean {
  // zod compiles patterns without the flag that \p needs.
  const portable = JSON.stringify(schema).replaceAll('\\\\p{Cc}', '\\\\u0000-\\\\u001f\\\\u007f-\\\\u009f');
  const validator = z.fromJSONSchema(JSON.parse(portable));
  return (value) => validator.safeParse(value).success;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((current, name) => (current as Record<string, unknown> | undefined)?.[name], value);
}

/** A copy with another value at a path. `__proto__` becomes a field like any other, as JSON.parse makes it. */
function withValue(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  const own = Object.hasOwn(copy, name) ? copy[name] : undefined;
  const next = withValue(own, rest, replacement);
  if (next === DROPPED) delete copy[name];
  else Object.defineProperty(copy, name, { value: next, enumerable: true, configurable: true, writable: true });
  return copy;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

/** Bodies that are not JSON, or not an object. */
export const badBytes: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  nothing: '',
  'white space': ' \n',
  null: 'null',
  'a number': '1',
  'a string': '"amount"',
  'a list': '[]',
  'half an object': '{"amount":',
  'two objects': '{}{}',
  'a trailing comma': '{"amount":"1.00",}',
  'single quotes': "{'amount':'1.00'}",
  'not a number': '{"amount":NaN}',
  'bytes that are not UTF-8': Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'a hundred thousand lists': '['.repeat(100_000),
  'a form': 'amount=1.00&currency=USD',
};
