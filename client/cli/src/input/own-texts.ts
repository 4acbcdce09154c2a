import { lineSchema } from './batch-schema.ts';
import { faultOf, isOfTexts, type TextsSchema } from './schema.ts';

/** Objects in a line whose keys the caller chooses, by name: `metadata.costCenter` is a text in one. */
const objects: ReadonlyMap<string, TextsSchema> = new Map(
  Object.entries(lineSchema.properties).flatMap(([name, schema]) =>
    schema.type === 'object' && isOfTexts(schema) ? [[name, schema]] : [],
  ),
);

/** How these objects are shown in a list of fields. */
export const ownTextPaths = [...objects.keys()].map((name) => `${name}.KEY`);

/** Whether a path leads to a text under a key chosen by the caller. */
export function isOwnText(path: string): boolean {
  return objectOf(path) !== undefined;
}

/** The fault of the key in such a path; undefined if there is none. */
export function faultOfKey(path: string): string | undefined {
  const object = objectOf(path);
  const key = path.slice(path.indexOf('.') + 1);
  if (!object || faultOf(object.propertyNames, key) === undefined) return undefined;
  return `"${path}": ${JSON.stringify(key)} is not a key: keys have 1 to 40 characters of A-Z a-z 0-9 _ . -`;
}

function objectOf(path: string): TextsSchema | undefined {
  return path.includes('.') ? objects.get(path.slice(0, path.indexOf('.'))) : undefined;
}

/** The texts of an object, in the order of the file. The service drops empty ones, and so does this function. */
export function buildTexts(
  schema: TextsSchema,
  name: string,
  values: ReadonlyMap<string, unknown>,
  faults: string[],
): Readonly<Record<string, string>> {
  const entries = [...values].flatMap(([path, value]): [string, string][] => {
    if (!path.startsWith(`${name}.`) || value === '') return [];
    const fault = typeof value === 'string' ? faultOf(schema.additionalProperties, value) : notText;
    if (fault !== undefined) faults.push(`${path} ${fault}`);
    return [[path.slice(name.length + 1), String(value)]];
  });
  const texts = Object.fromEntries(entries);
  const bytes = Buffer.byteLength(JSON.stringify(texts));
  if (entries.length > schema.maxProperties) faults.push(`${name} has more than ${schema.maxProperties} keys`);
  if (bytes > schema['x-max-bytes'])
    faults.push(`${name} is ${bytes} bytes as JSON, more than ${schema['x-max-bytes']}`);
  return texts;
}

export const notText = 'is not a text: write it in quotes, or omit it';

/** The caller's texts of a line with their keys sorted, for comparing lines. Each text is converted with `formOf`. */
export function ownTextsOf(item: object, formOf: (text: string) => string): unknown[] {
  return [...objects.keys()].map((name) => {
    const texts = (item as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>)[name];
    const entries = Object.entries(texts ?? {}).map(([key, text]) => [key, formOf(text)] as const);
    return texts === undefined ? null : entries.sort(([a], [b]) => (a < b ? -1 : 1));
  });
}
