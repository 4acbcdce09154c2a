/** The part of JSON Schema that the service's description of a line uses. */
export interface TextSchema {
  readonly type: 'string';
  readonly description?: string;
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly description?: string;
  readonly properties: Readonly<Record<string, TextSchema | ObjectSchema>>;
  readonly required?: readonly string[];
}

/** A field of a line that holds a value: `expectDestination.amount` is one, `expectDestination` none. */
export interface Field {
  readonly path: string;
  readonly schema: TextSchema;
}

/** All fields of an object, those of its objects too. */
export function fieldsOf({ properties }: ObjectSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.type === 'object' ? fieldsOf(schema, `${prefix}${name}.`) : [{ path: prefix + name, schema }],
  );
}

/** Format characters above U+FFFF: the description's patterns end before them, the service refuses them too. */
const formatCharacterBeyond = /(?=\p{Cf})[\u{10000}-\u{10ffff}]/u;

const compiled = new Map<string, RegExp>();

/** A pattern is compiled once: files are long. */
function matches(pattern: string, text: string): boolean {
  const expression = compiled.get(pattern) ?? new RegExp(pattern);
  compiled.set(pattern, expression);
  return expression.test(text);
}

/** What is wrong with a text, as a sentence without its subject; undefined if nothing is. */
export function faultOf(schema: TextSchema, text: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (text.length < minLength) return 'is empty';
  if (text.length > maxLength) return `has ${text.length} characters, more than ${maxLength}`;
  if (schema.enum && !schema.enum.includes(text)) return `is none of ${schema.enum.join(', ')}`;
  if (schema.pattern !== undefined && !matches(schema.pattern, text)) return mismatch(schema.pattern, text);
  if (formatCharacterBeyond.test(text) || !text.isWellFormed()) return 'has control or format characters';
  return undefined;
}

/** The words are for people; the rule is the pattern. */
function mismatch(pattern: string, text: string): string {
  if (pattern.startsWith('^[^')) return 'has control or format characters';
  if (pattern.startsWith('^[')) return 'is not an id: letters, digits, "_", "." and "-" only';
  if (/^\d[\d.'’ ]*,\d*$/.test(text)) return 'has a decimal comma: write it with a point, as in 150.00';
  if (/^\d+([,'’ ]\d+)+(\.\d*)?$/.test(text))
    return 'is not a decimal number such as 150.00, without separators of thousands';
  return 'is not a decimal number such as 150.00';
}
