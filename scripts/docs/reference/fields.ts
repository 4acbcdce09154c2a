import type { JsonSchema } from '../../../shared/openapi/types.ts';
import { resolved } from './description.ts';

/** A field of a body, as a row of a table. */
export interface Field {
  /** `fee.amount`, `data[].payoutId`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly description: string;
}

/** All fields of a schema, each object before its fields. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  const {
    items,
    properties = {},
    required = [],
    anyOf,
    oneOf,
    allOf,
    additionalProperties,
    ...rest
  } = resolved(schema);
  if (rest['x-type-mapping'] !== undefined) return eventFields(prefix);
  const variants = objectsAmong(anyOf ?? oneOf ?? []);
  return [
    ...(items ? fieldsOf(items, `${prefix}[]`) : []),
    ...Object.entries(properties).flatMap(([name, property]) =>
      fieldWithBelow(prefix === '' ? name : `${prefix}.${name}`, property, required.includes(name)),
    ),
    ...(allOf ?? []).flatMap((part) => fieldsOf(part, prefix)),
    ...(variants.length === 1 ? variants : []).flatMap((variant) => fieldsOf(variant, prefix)),
    ...(variants.length > 1 ? variants : []).flatMap((variant) => fieldsOfVariant(variant, prefix)),
  ];
}

function fieldWithBelow(name: string, schema: JsonSchema, isRequired: boolean): Field[] {
  const { description = '' } = resolved(schema);
  return [{ name, isRequired, type: typeOf(schema), description }, ...fieldsOf(schema, name)];
}

/** Each row names the variant to which it applies. */
function fieldsOfVariant(variant: JsonSchema, prefix: string): Field[] {
  const kind = Object.entries(resolved(variant).properties ?? {}).find(([, { const: value }]) => value !== undefined);
  const when = kind && `If \`${kind[0]}\` is \`${kind[1].const}\`.`;
  return fieldsOf(variant, prefix).map((field) => ({
    ...field,
    description: [when, field.description].filter(Boolean).join(' '),
  }));
}

/** The formats of events have their own pages. */
function eventFields(prefix: string): Field[] {
  const description = 'One of the [events](/docs/reference#types-of-events): `type` tells what `data` is.';
  return [{ name: prefix, isRequired: true, type: 'object', description }];
}

function objectsAmong(variants: readonly JsonSchema[]): JsonSchema[] {
  return variants.filter((variant) => {
    const { properties, type } = resolved(variant);
    return properties !== undefined || type === 'object';
  });
}

/** The values that a schema accepts, in words. */
export function typeOf(schema: JsonSchema): string {
  const { type, enum: values, const: value, items, anyOf, oneOf, format, ...rest } = resolved(schema);
  const open = rest['x-extensible-enum'];
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values) return listed(values);
  if (Array.isArray(open)) return `${listed(open)}; later releases add values`;
  if (items) return ['array', bounds('items', rest.minItems, rest.maxItems)].filter(Boolean).join(', ');
  const variants = anyOf ?? oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'any value');
  const isText = type === 'string';
  const limits = isText ? bounds('characters', rest.minLength, rest.maxLength) : bounds('', rest.minimum, rest.maximum);
  return [name, format, limits].filter(Boolean).join(', ');
}

function listed(values: readonly unknown[]): string {
  return values.map((one) => `\`${one}\``).join(', ');
}

/** Longer texts need no warning. */
const longestTold = 10_000;

function bounds(unit: string, least: unknown, most: unknown): string {
  const of = unit === '' ? '' : ` ${unit}`;
  if (typeof most !== 'number' || most > longestTold)
    return typeof least === 'number' && unit === '' ? `at least ${least}` : '';
  return typeof least === 'number' && least > 0 ? `${least} to ${most}${of}` : `at most ${most}${of}`;
}
