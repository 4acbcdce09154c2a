import type { JsonSchema } from '../../shared/openapi/types.ts';
import { docComment, literal, propertyName } from './print-text.ts';

/** Leaves room for the longest property name. */
const UNION_WIDTH = 80;

/** The TypeScript type of a JSON Schema, for the keywords that our document uses; throws on an unknown `type`. */
export function printType(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return refName(schema.$ref);
  if ('const' in schema) return literal(schema.const);
  const names = schema['x-extensible-enum'] as string[] | undefined;
  // Editors complete the known names, and other names are accepted.
  if (names) return printUnion([...names.map(literal), '(string & {})'], indent);
  if (schema.enum) return printUnion(schema.enum.map(literal), indent);
  const alternatives = knownVariants(schema) ?? schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((part) => grouped(part, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => grouped(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => printType({ ...schema, type }, indent)).join(' | ');
  }
  return printPlainType(schema, indent);
}

/**
 * The currently known types, so that a comparison narrows the type. A variant for all others would match every
 * comparison.
 */
function knownVariants(schema: JsonSchema): JsonSchema[] | undefined {
  const mapping = schema['x-type-mapping'] as Readonly<Record<string, string>> | undefined;
  return mapping && [...new Set(Object.values(mapping))].map(($ref) => ({ $ref }));
}

/** On one line if the union fits. */
export function printUnion(members: readonly string[], indent: string): string {
  const line = members.join(' | ');
  if (line.length <= UNION_WIDTH) return line;
  return members.map((member) => `\n${indent}  | ${member}`).join('');
}

function printPlainType(schema: JsonSchema, indent: string): string {
  switch (schema.type) {
    case undefined:
      return 'unknown';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly ${grouped(schema.items ?? {}, indent)}[]`;
    case 'object':
      return printObject(schema, indent);
    default:
      throw new Error(`No TypeScript for JSON Schema type ${String(schema.type)}`);
  }
}

function printObject(schema: JsonSchema, indent: string): string {
  const { properties = {}, additionalProperties } = schema;
  if (Object.keys(properties).length > 0) return `{\n${printProperties(schema, `${indent}  `)}${indent}}`;
  if (additionalProperties === false) return 'Record<string, never>';
  const values = typeof additionalProperties === 'object' ? printType(additionalProperties, indent) : 'unknown';
  return `Readonly<Record<string, ${values}>>`;
}

/** The lines between the braces of an object type, each property with its description. */
export function printProperties(schema: JsonSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const printed = Object.entries(properties)
    .map(([name, property]) => {
      const optional = required.includes(name) ? '' : '?';
      const type = printType(property, indent);
      return `${docComment(describe(property), indent)}${indent}readonly ${propertyName(name)}${optional}:${type.startsWith('\n') ? '' : ' '}${type};\n`;
    })
    .join('');
  return additionalProperties ? `${printed}${indent}readonly [name: string]: unknown;\n` : printed;
}

function describe({ description, default: standard }: JsonSchema): string {
  const notes = [description, standard === undefined ? undefined : `Default: ${JSON.stringify(standard)}.`];
  return notes.filter(Boolean).join(' ');
}

/** The type, in parentheses if it is next to an operator and needs them. */
function grouped(schema: JsonSchema, indent: string): string {
  const type = printType(schema, indent);
  const isCompound = schema.$ref === undefined && /^[^{]*\s[|&] /.test(type);
  return isCompound || type.startsWith('readonly ') ? `(${type})` : type;
}

/** Name of a component in the client; `Error` is renamed because it is the name of a global. */
export function refName(ref: string): string {
  const name = ref.replace('#/components/schemas/', '');
  return name === 'Error' ? 'ErrorBody' : name;
}
