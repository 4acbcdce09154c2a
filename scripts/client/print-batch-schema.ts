import type { JsonSchema, OpenApiDocument } from '../../shared/openapi/types.ts';

/** The keywords with which `client/cli` checks a line. Descriptions are shown in its help. */
const kept = [
  ...['type', 'properties', 'required', 'description', 'default', 'enum', 'pattern', 'minLength', 'maxLength'],
  ...['propertyNames', 'additionalProperties', 'maxProperties', 'x-max-bytes'],
];

/** `client/cli/src/input/batch-schema.ts`: what the service accepts as a line of a batch, and as its reference. */
export function printBatchSchema(document: OpenApiDocument): string {
  const schemas = document.components.schemas as Record<string, JsonSchema>;
  const { externalReferenceId, items } = schemas.CreatePayoutBatch?.properties ?? {};
  return `// Generated from docs/openapi.json by scripts/generate-client.ts. Do not edit.
import type { ObjectSchema, TextSchema } from './schema.ts';

/** A line: the body of \`POST payouts\`. */
export const lineSchema: ObjectSchema = ${print(schemas, items?.items)};

/** The name of a run. */
export const referenceSchema: TextSchema = ${print(schemas, externalReferenceId)};

/** Most lines of a run. */
export const linesPerRun = ${Number(items?.maxItems)};
`;
}

function print(schemas: Record<string, JsonSchema>, schema: JsonSchema | undefined): string {
  return JSON.stringify(reduced(schemas, schema), undefined, 2);
}

function reduced(schemas: Record<string, JsonSchema>, schema: JsonSchema = {}): JsonSchema {
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema;
    return reduced(schemas, { ...schemas[$ref.replace(/^.*\//, '')], ...own });
  }
  const entries = Object.entries(schema).filter(([keyword, value]) => kept.includes(keyword) && value !== false);
  const properties = Object.entries(schema.properties ?? {}).map(([name, of]) => [name, reduced(schemas, of)]);
  return {
    ...Object.fromEntries(entries),
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
  };
}
