import type { OpenApiDocument } from '../../shared/openapi/types.ts';
import { type OperationModel, operationModels } from './operation-model.ts';
import { printMethod, printOperationTypes } from './print-operation.ts';
import { docComment, literal } from './print-text.ts';
import { printProperties, printType, printUnion, refName } from './print-type.ts';

/** `client/src/operations.ts`: the types of the API and one method per operation. */
export function printClient(document: OpenApiDocument): string {
  const models = operationModels(document);
  const methods = models.map((model) => printMethod(model, commonErrors(models, model))).join('\n');
  return `// Generated from docs/openapi.json by scripts/generate-client.ts. Do not edit.
${printImports(methods)}
${printErrorTypes(document)}
${printComponents(document)}
${models.map(printOperationTypes).join('\n')}
/** Every operation of the service, with one method each. The organization's id is filled in. */
export abstract class Operations {
  protected abstract request<Result>(
    operation: Operation,
    params: object,
    options: GuardedWriteOptions | undefined,
  ): Promise<Result>;

${methods}}
`;
}

function printImports(methods: string): string {
  const options = ['CallOptions', 'GuardedWriteOptions', 'WriteOptions'].filter(
    (name) => name === 'GuardedWriteOptions' || new RegExp(`\\b${name}\\b`).test(methods),
  );
  return [
    ...(methods.includes('<CsvPage>') ? ["import type { CsvPage } from './csv-page.ts';"] : []),
    ...(methods.includes('new List(') ? ["import { List } from './list.ts';"] : []),
    `import type { ${options.join(', ')} } from './options.ts';`,
    "import type { Operation } from './request.ts';",
    '',
  ].join('\n');
}

function printErrorTypes(document: OpenApiDocument): string {
  const types = (document.components.schemas.Error?.properties?.type?.['x-extensible-enum'] ?? []) as string[];
  return `/** Every error that the service can answer. */\nexport type ErrorType =${printUnion([...types.map(literal), '(string & {})'], '')};\n`;
}

function printComponents(document: OpenApiDocument): string {
  return Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'SignatureChallenge')
    .map(([name, schema]) => {
      const head = `${docComment(schema.description)}export `;
      const alias = refName(`#/components/schemas/${name}`);
      return schema.type === 'object' && schema.properties
        ? `${head}interface ${alias} {\n${printProperties(withErrorType(name, schema), '  ')}}\n`
        : `${head}type ${alias} = ${printType(schema)};\n`;
    })
    .join('\n');
}

/** The error body's type is the union printed above, not a second copy of it. */
function withErrorType(name: string, schema: OpenApiDocument['components']['schemas'][string]) {
  if (name !== 'Error') return schema;
  return { ...schema, properties: { ...schema.properties, type: { $ref: '#/components/schemas/ErrorType' } } };
}

/** The errors of every signed read, or of every signed write, so that methods need not repeat them. */
function commonErrors(models: readonly OperationModel[], { operation }: OperationModel): ReadonlySet<string> {
  const alike = models.filter(
    (other) =>
      other.operation['x-rate-limit'] !== undefined &&
      (other.operation['x-idempotency'] === 'none') === (operation['x-idempotency'] === 'none'),
  );
  const [first, ...others] = alike;
  return new Set((first?.errors ?? []).filter((type) => others.every(({ errors }) => errors.includes(type))));
}
