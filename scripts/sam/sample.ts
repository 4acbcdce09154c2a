import type { JsonSchema } from '../../shared/openapi/types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;
/** A schema in any form that the API description contains. */
type AnySchema = ReturnType<typeof JSON.parse>;

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
  email: 'ada@example.com',
  uri: 'https://example.com',
};

/**
 * A value that a schema of the API description accepts: its example if it has one, otherwise only the required fields.
 */
export function sampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const { $ref, examples, default: byDefault, const: only, anyOf, oneOf, allOf, ...rest }: AnySchema = schema;
  // Fields next to a reference apply only at that position.
  if (examples?.length) return examples[0];
  if (byDefault !== undefined) return byDefault;
  if ($ref) return sampleOf(schemas[$ref.split('/').at(-1)] as JsonSchema, schemas);
  if (only !== undefined) return only;
  if (rest.enum) return rest.enum[0];
  const [option] = anyOf ?? oneOf ?? [];
  if (option) return sampleOf(option, schemas);
  if (allOf) return Object.assign({}, ...allOf.map((part: JsonSchema) => sampleOf(part, schemas)));
  return sampleOfType(rest, schemas);
}

function sampleOfType(schema: AnySchema, schemas: Schemas): unknown {
  const type = [schema.type].flat()[0];
  if (type === 'object') {
    const required: string[] = schema.required ?? [];
    return Object.fromEntries(required.map((name) => [name, sampleOf(schema.properties[name], schemas)]));
  }
  if (type === 'array') return schema.minItems ? [sampleOf(schema.items, schemas)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return texts[schema.format] ?? 'example';
}
