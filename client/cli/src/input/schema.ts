import { hasStrayFormatCharacter } from './format-characters.ts';

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
  readonly properties: Readonly<Record<string, TextSchema | ObjectSchema | TextsSchema>>;
  readonly required?: readonly string[];
}

/** An object whose keys the caller chooses. */
export interface TextsSchema {
  readonly type: 'object';
  readonly description?: string;
  readonly propertyNames: TextSchema;
  readonly additionalProperties: TextSchema;
  readonly maxProperties: number;
  /** As JSON. */
  readonly 'x-max-bytes': number;
}

export function isOfTexts(schema: TextSchema | ObjectSchema | TextsSchema): schema is TextsSchema {
  return 'propertyNames' in schema;
}

/** A field of a line with a value: `expectDestination.amount` is one, `expectDestination` is not. */
export interface Field {
  readonly path: string;
  readonly schema: TextSchema;
}

/** All fields of an object, including those of its objects, but not texts under keys chosen by the caller. */
export function fieldsOf({ properties }: ObjectSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (schema.type === 'string') return [{ path: prefix + name, schema }];
    return isOfTexts(schema) ? [] : fieldsOf(schema, `${prefix}${name}.`);
  });
}

const compiled = new Map<string, RegExp>();

/** Each pattern is compiled once, because files are long. */
function matches(pattern: string, text: string): boolean {
  const expression = compiled.get(pattern) ?? new RegExp(pattern);
  compiled.set(pattern, expression);
  return expression.test(text);
}

/** The fault of a text, as a sentence without its subject; undefined if there is none. */
export function faultOf(schema: TextSchema, text: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (text.length < minLength) return 'is empty';
  // A character is a code point, as in JSON Schema: an emoji is one character, but two units of a string.
  const length = [...text].length;
  if (length > maxLength) return `has ${length} characters, more than ${maxLength}`;
  if (schema.enum && !schema.enum.includes(text)) return `is not one of ${schema.enum.join(', ')}`;
  if (schema.pattern !== undefined && !matches(schema.pattern, text)) return mismatch(schema.pattern, text);
  if (hasStrayFormatCharacter(text) || !text.isWellFormed()) return 'has control or format characters';
  if (/^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/u.test(text)) return 'has no visible characters';
  return undefined;
}

/** This text is for people; the pattern is the rule. */
function mismatch(pattern: string, text: string): string {
  if (pattern.startsWith('^[^')) return 'has control or format characters';
  if (pattern.startsWith('^[')) return 'is not an id: letters, digits, "_", "." and "-" only';
  if (/^\d[\d.'’ ]*,\d*$/.test(text)) return 'has a decimal comma: write it with a point, as in 150.00';
  if (/^\d+([,'’ ]\d+)+(\.\d*)?$/.test(text))
    return 'is not a decimal number such as 150.00, without thousands separators';
  return 'is not a decimal number such as 150.00';
}
