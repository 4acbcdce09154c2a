import { join } from 'node:path';
import * as z from 'zod';
import { discoverOperations } from '../functions/discover.ts';
import type { InputField, KnownOperation } from '../operator/known-operation.ts';
import { writeOrCheck } from './generated-file.ts';

/** What the command line of operators needs to know of each operation, so that its help loads no operation. */
const root = join(import.meta.dirname, '..');

type Schema = z.core.JSONSchema.BaseSchema;

const operations = (await discoverOperations()).map(({ file, declaration }): [string, KnownOperation] => {
  const { name, summary, input, idempotency } = declaration;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const variants = (schema.oneOf ?? schema.anyOf ?? [schema]) as readonly Schema[];
  const isKeyed = idempotency === 'required';
  const known = { folder: file.split('/')[0] ?? '', summary, ...(isKeyed && { isKeyed }) };
  return [name, { ...known, inputs: variants.map(fieldsOf) }];
});

function fieldsOf({ properties = {}, required = [] }: Schema): Readonly<Record<string, InputField>> {
  const fields = Object.entries(properties).map(([name, schema]): [string, InputField] => [
    name,
    { ...(required.includes(name) && { isRequired: true }), ...fieldOf(schema as Schema) },
  ]);
  return Object.fromEntries(fields);
}

function fieldOf(schema: Schema): InputField {
  const { description, type, items, properties } = schema;
  const said = description === undefined ? {} : { description };
  if (type === 'array') return { ...fieldOf(items as Schema), ...said, isList: true };
  if (properties) return { ...said, fields: fieldsOf(schema) };
  const choices = (schema.const === undefined ? schema.enum : [schema.const]) as readonly string[] | undefined;
  return { ...said, ...(choices && { choices }), ...(type === 'boolean' && { isFlag: true }), ...numberOf(type) };
}

function numberOf(type: Schema['type']): Pick<InputField, 'isNumber'> {
  return type === 'integer' || type === 'number' ? { isNumber: true } : {};
}

const text = `${JSON.stringify(Object.fromEntries(operations), null, 2)}\n`;
writeOrCheck(join(root, 'operator/operations.json'), text, 'node scripts/operator-inputs.ts');
