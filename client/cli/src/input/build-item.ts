import type { CreatePayout } from '../../../src/index.ts';
import { lineSchema } from './batch-schema.ts';
import { buildTexts, notText } from './own-texts.ts';
import { faultOf, isOfTexts, type ObjectSchema, type TextSchema } from './schema.ts';

/** Values of a line, by the path of their field. An empty text counts as no value. */
export type Values = ReadonlyMap<string, unknown>;

export interface Built {
  readonly item?: CreatePayout;
  /** Empty if there is an item. */
  readonly faults: readonly string[];
}

/** Checks a line against the service's own description, and fills in the defaults. */
export function buildItem(values: Values): Built {
  const faults: string[] = [];
  const item = buildObject(lineSchema, values, '', faults);
  return faults.length > 0 ? { faults } : { item: item as unknown as CreatePayout, faults };
}

function buildObject(schema: ObjectSchema, values: Values, prefix: string, faults: string[]): Record<string, unknown> {
  const built: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(schema.properties)) {
    const path = prefix + name;
    const isRequired = schema.required?.includes(name) ?? false;
    if (of.type === 'string') {
      const text = textOf(of, values.get(path), path, isRequired, faults);
      if (text !== undefined) built[name] = text;
    } else if (isRequired || [...values.keys()].some((key) => key.startsWith(`${path}.`))) {
      built[name] = isOfTexts(of) ? buildTexts(of, path, values, faults) : buildObject(of, values, `${path}.`, faults);
    }
  }
  return built;
}

function textOf(
  schema: TextSchema,
  value: unknown,
  path: string,
  isRequired: boolean,
  faults: string[],
): string | undefined {
  if (value === undefined) {
    if (isRequired) faults.push(`${path} is missing`);
    return schema.default;
  }
  if (typeof value !== 'string') {
    faults.push(`${path} ${notText}`);
    return undefined;
  }
  const fault = faultOf(schema, value);
  if (fault !== undefined) faults.push(`${path} ${fault}`);
  return value;
}
