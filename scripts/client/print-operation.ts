import type { JsonSchema } from '../../shared/openapi/types.ts';
import type { OperationModel } from './operation-model.ts';
import { docComment, literal } from './print-text.ts';
import { printProperties, printType } from './print-type.ts';

/** The parameter and result types of an operation. */
export function printOperationTypes(model: OperationModel): string {
  return [printParams(model), printResult(model)].filter(Boolean).join('\n');
}

function printParams(model: OperationModel): string {
  const name = paramsName(model);
  const own: JsonSchema = {
    properties: Object.fromEntries(
      model.parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: model.parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  const { body } = model;
  if (body && !isPlainObject(body)) {
    const others = model.parameters.length > 0 ? `{\n${printProperties(own, '  ')}} & ` : '';
    return `export type ${name} = ${others}${others && !body.$ref ? `(${printType(body)})` : printType(body)};\n`;
  }
  const merged: JsonSchema = {
    properties: { ...own.properties, ...body?.properties },
    required: [...(own.required ?? []), ...(body?.required ?? [])],
  };
  if (Object.keys(merged.properties ?? {}).length === 0) return `export type ${name} = Record<string, never>;\n`;
  return `export interface ${name} {\n${printProperties(merged, '  ')}}\n`;
}

function isPlainObject(schema: JsonSchema): boolean {
  return schema.type === 'object' && schema.properties !== undefined;
}

/** A result that is one named schema does not need a name of its own. */
function printResult(model: OperationModel): string {
  const [only, ...others] = model.results;
  if (!only || (others.length === 0 && only.$ref)) return '';
  const name = resultName(model);
  if (others.length === 0 && isPlainObject(only)) {
    return `${docComment(only.description)}export interface ${name} {\n${printProperties(only, '  ')}}\n`;
  }
  return `export type ${name} = ${printType({ anyOf: [...model.results] })};\n`;
}

/** The client's method for an operation. */
export function printMethod(model: OperationModel, commonErrors: ReadonlySet<string>): string {
  const params = `params: ${paramsName(model)}${hasRequired(model) ? '' : ' = {}'}`;
  const call = printDescriptor(model);
  const head = docComment(describe(model, commonErrors), '  ');
  const { continuesBy: next } = model;
  if (next) {
    return `${head}  ${model.name}(${params}, options?: CallOptions): List<${resultType(model)}> {
    return new List((${next}) =>
      this.request(
        ${call},
        ${next} === undefined ? params : { ...params, ${next} },
        options,
      ),
    );
  }
`;
  }
  return `${head}  ${model.name}(${params}, options?: ${optionsType(model)}): Promise<${resultType(model)}> {
    return this.request(
      ${call},
      params,
      options,
    );
  }
`;
}

/** How an operation is sent. */
function printDescriptor(model: OperationModel): string {
  const query = model.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const fields = [
    `method: ${literal(model.method)}`,
    `path: ${literal(model.path)}`,
    model.body && query.length > 0 && `query: [${query.map(literal).join(', ')}]`,
    model.body && 'hasBody: true',
    `answers: ${literal(model.answers)}`,
  ];
  return `{ ${fields.filter(Boolean).join(', ')} }`;
}

function describe({ operation, errors }: OperationModel, commonErrors: ReadonlySet<string>): string {
  const own = errors.filter((type) => !commonErrors.has(type));
  const alike = operation['x-idempotency'] === 'none' ? 'read' : 'write';
  const notes = [
    operation.summary,
    operation.description,
    own.length > 0 && `Errors besides those of every ${alike}: ${own.join(', ')}.`,
  ];
  return notes.filter(Boolean).join('\n\n');
}

function hasRequired({ parameters, body }: OperationModel): boolean {
  if (parameters.some(({ required }) => required)) return true;
  return body !== undefined && !(isPlainObject(body) && (body.required ?? []).length === 0);
}

function optionsType({ operation, isGuarded }: OperationModel): string {
  if (operation['x-idempotency'] === 'none') return 'CallOptions';
  return isGuarded ? 'GuardedWriteOptions' : 'WriteOptions';
}

function resultType(model: OperationModel): string {
  if (model.isCsv) return 'CsvPage';
  const [only, ...others] = model.results;
  if (!only) return 'void';
  return others.length === 0 && only.$ref ? printType(only) : resultName(model);
}

function paramsName({ name }: OperationModel): string {
  return `${capitalized(name)}Params`;
}

function resultName({ name }: OperationModel): string {
  return `${capitalized(name)}Result`;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
