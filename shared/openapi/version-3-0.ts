import type { JsonSchema, OpenApiDocument } from './types.ts';

/** The differences of OpenAPI 3.0. Everything else is as in our 3.1 documents. */
export interface OpenApi30Document extends Omit<OpenApiDocument, 'openapi' | 'info' | 'webhooks'> {
  openapi: '3.0.3';
  info: Omit<OpenApiDocument['info'], 'license'> & { license: { name: string; url: string } };
}

/** Keywords that mean the same in both versions, without those that hold schemas. */
const sameKeywords = new Set([
  'type',
  'title',
  'description',
  'enum',
  'default',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'maxProperties',
  'required',
  'nullable',
]);

/**
 * Converts the description for generators that only support OpenAPI 3.0, or that cannot generate webhooks. The webhooks
 * are omitted, because 3.0 has none; the schemas of events stay.
 * @throws Error for a keyword that 3.0 does not have and this function does not translate
 */
export function asOpenApi30({ webhooks, info, ...document }: OpenApiDocument): OpenApi30Document {
  const onlyOfWebhooks = new Set(Object.values(webhooks ?? {}).flatMap(({ post }) => post.tags));
  const { schemas } = document.components;
  const translate = translator(schemas);
  const translated = translateBelow(document, translate) as typeof document;
  return {
    ...translated,
    openapi: '3.0.3',
    info: { ...info, license: { name: info.license.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    tags: document.tags.filter(({ name }) => !onlyOfWebhooks.has(name)),
    components: { ...translated.components, schemas: mapValues(schemas, translate) },
  };
}

/** Translates each `schema` within a value, but nothing inside examples. */
function translateBelow(value: unknown, translate: Translate): unknown {
  if (Array.isArray(value)) return value.map((item) => translateBelow(item, translate));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'schema') return [key, translate(inner)];
      return [key, ['example', 'examples', 'schemas'].includes(key) ? inner : translateBelow(inner, translate)];
    }),
  );
}

type Translate = (schema: JsonSchema) => JsonSchema;

function translator(named: Readonly<Record<string, JsonSchema>>): Translate {
  function translate(schema: JsonSchema): JsonSchema {
    const { $ref, ...beside } = withoutNull(schema, named);
    if ($ref === undefined) return translateKeywords(beside, translate);
    // 3.0 ignores keywords next to a reference.
    return Object.keys(beside).length === 0 ? { $ref } : translate({ ...beside, allOf: [{ $ref }] });
  }
  return translate;
}

const isNull = ({ type }: JsonSchema) => type === 'null';

/** In 3.0 null is not a type: a schema with a type is additionally `nullable`. */
function withoutNull(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) return { ...schema, type: onlyOne(type.filter((name) => name !== 'null')), nullable: true };
  if (!anyOf?.some(isNull)) return schema;
  const other = onlyOne(anyOf.filter((one) => !isNull(one)));
  // `nullable` only counts together with a type, so the referenced schema is written out here.
  const target = named[other.$ref?.split('/').at(-1) ?? ''] ?? other;
  return { ...target, ...rest, nullable: true };
}

function onlyOne<Alternative>([one, ...others]: readonly Alternative[]): Alternative {
  if (one === undefined || others.length > 0) throw new Error('OpenAPI 3.0 has null beside exactly one alternative.');
  return one;
}

function translateKeywords(schema: JsonSchema, translate: Translate): JsonSchema {
  const translated = Object.entries(schema).map(([key, value]) => translateKeyword(key, value, translate));
  return Object.assign({}, ...translated);
}

function translateKeyword(key: string, value: unknown, translate: Translate): JsonSchema {
  if (sameKeywords.has(key) || key.startsWith('x-')) return { [key]: value };
  switch (key) {
    case 'const':
      return { enum: [value] };
    case 'examples':
      return { example: (value as unknown[])[0] };
    case 'propertyNames':
      // 3.0 cannot restrict the names of properties.
      return {};
    case 'properties':
      return { properties: mapValues(value as Record<string, JsonSchema>, translate) };
    case 'additionalProperties':
      return { additionalProperties: typeof value === 'boolean' ? value : translate(value as JsonSchema) };
    case 'items':
      return { items: translate(value as JsonSchema) };
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return { [key]: (value as JsonSchema[]).map(translate) };
    default:
      throw new Error(`OpenAPI 3.0 has no ${key}, and nothing says what to write in its place.`);
  }
}

function mapValues<Value>(of: Readonly<Record<string, Value>>, map: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value)]));
}
