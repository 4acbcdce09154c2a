import type { JsonSchema, OpenApiDocument } from '../../shared/openapi/types.ts';

/** A JSON body, as in the API description. */
export interface Described {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A body to send: the example of the API description, or one with the required fields. */
export function exampleBody(document: OpenApiDocument, { schema, example, examples }: Described): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  if (first?.$ref !== undefined) return (resolved(document, first.$ref) as { value: unknown }).value;
  return first ? first.value : exampleOf(document, schema, 'value');
}

/** A possible value of a parameter. Empty if the description gives none. */
export function exampleText(document: OpenApiDocument, schema: JsonSchema): string {
  const shared = schema.$ref === undefined ? {} : (resolved(document, schema.$ref) as JsonSchema);
  const { examples, default: usual } = { ...shared, ...schema };
  return String(examples?.[0] ?? usual ?? '');
}

/** @param name of the field, used as the name of a variable if nothing else says what to send */
function exampleOf(document: OpenApiDocument, schema: JsonSchema, name: string): unknown {
  const [known] = [schema.const, ...(schema.examples ?? []), schema.default, schema.enum?.[0]].filter(
    (value) => value !== undefined,
  );
  if (known !== undefined) return known;
  if (schema.$ref) return exampleOf(document, resolved(document, schema.$ref) as JsonSchema, name);
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return exampleOf(document, choice, name);
  if (schema.type === 'array') return schema.items ? [exampleOf(document, schema.items, name)] : [];
  if (schema.type === 'object' || schema.properties) return exampleObject(document, schema);
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return schema.type === 'boolean' ? true : `{{${name}}}`;
}

function exampleObject(document: OpenApiDocument, { properties = {}, required = [] }: JsonSchema): unknown {
  return Object.fromEntries(
    required.map((name) => [name, exampleOf(document, properties[name] as JsonSchema, name)] as const),
  );
}

function resolved({ components }: OpenApiDocument, ref: string): unknown {
  const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(ref) ?? [];
  return (components as unknown as Components)[section]?.[name];
}
