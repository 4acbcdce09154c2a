import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { JsonSchema } from './types.ts';

/** `input` is what a caller may send, `output` what we answer. */
export type Direction = 'input' | 'output';

/** Turns zod schemas into JSON Schema and collects those with a `.meta({ id })` as `components.schemas`. */
export interface SchemaRegistry {
  convert(schema: z.ZodType, direction: Direction): JsonSchema;
  named(): Record<string, JsonSchema>;
}

export function createSchemaRegistry(): SchemaRegistry {
  const named = new Map<string, JsonSchema>();

  function add(name: string, schema: JsonSchema): void {
    const known = named.get(name);
    if (known && !isDeepStrictEqual(known, schema)) {
      throw new Error(
        `Two different schemas have the id ${name}: give one of them, or its input form, an id of its own.`,
      );
    }
    named.set(name, schema);
  }

  return {
    convert(schema, direction) {
      const {
        $schema: _,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io: direction,
        override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, direction),
      });
      for (const [name, definition] of Object.entries($defs)) add(name, withComponentRefs(definition as JsonSchema));
      return withComponentRefs(root as JsonSchema);
    },
    named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Removes zod's additions that a reader does not need. */
function tidy(schema: JsonSchema, direction: Direction): void {
  // The format is sufficient; zod's pattern for an instant has 300 characters.
  if (schema.format?.startsWith('date')) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // zod calls a literal 1 a number, which generators turn into a float.
  if (schema.type === 'number' && Number.isInteger(schema.const)) schema.type = 'integer';
  if (isDeepStrictEqual(schema.propertyNames, { type: 'string' })) delete schema.propertyNames;
  // A new field in an answer is a compatible change, so no answer forbids additional fields.
  if (direction === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
}

function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value,
  );
}
