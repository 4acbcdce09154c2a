import { resolvedParameters } from '../../shared/openapi/parameters.ts';
import type { Content, JsonSchema, OpenApiDocument, OpenApiOperation, Parameter } from '../../shared/openapi/types.ts';

/** What the printer needs to know about one operation. */
export interface OperationModel {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
  /** Path and query parameters. The client fills in the organization. */
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** The bodies of successful answers. Empty if there is none. */
  readonly results: readonly JsonSchema[];
  /** How the client recognizes an answer; see `Operation` in `client/src/request.ts`. */
  readonly answers: string;
  /** The parameter that requests the next page; undefined if the answer is not a page of rows. */
  readonly continuesBy: keyof typeof nextOf | undefined;
  /** Whether it returns CSV, page by page. */
  readonly isCsv: boolean;
  /** Whether a body that was sent before is refused, unless the caller permits it. */
  readonly isGuarded: boolean;
  /** Error types in the document's order. */
  readonly errors: readonly string[];
}

const challengeRef = '#/components/schemas/SignatureChallenge';

/** The document's operations, sorted by name. */
export function operationModels(document: OpenApiDocument): OperationModel[] {
  return Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => toModel(document, path, method.toUpperCase(), operation)),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toModel(document: OpenApiDocument, path: string, method: string, operation: OpenApiOperation): OperationModel {
  const all = resolvedParameters(document, operation);
  const parameters = all.filter(({ in: place, name }) => place !== 'header' && !isOrganization(name));
  const body = operation.requestBody?.content['application/json'].schema;
  const results = resultsOf(operation);
  const isCsv = contentsOf(operation).some((content) => 'text/csv' in content);
  rejectKeyless(operation, method);
  rejectCollisions(operation.operationId, parameters, body && resolve(document, body));
  return {
    name: operation.operationId,
    method,
    path,
    operation,
    parameters,
    body,
    results,
    answers: isCsv ? 'csv' : answersOf(operation.operationId, document, results),
    continuesBy: continuesBy(parameters, results, document),
    isCsv,
    isGuarded: all.some(({ name }) => name === 'X-Allow-Duplicate'),
    errors: errorTypesOf(operation),
  };
}

/** Whether a path parameter names the organization, which clients and collections fill in. */
export function isOrganization(name: string): boolean {
  return name === 'orgId' || name === 'organizationId';
}

function contentsOf({ responses }: OpenApiOperation): Content[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => ('content' in response && response.content ? [response.content] : []));
}

function resultsOf(operation: OpenApiOperation): JsonSchema[] {
  return contentsOf(operation)
    .flatMap((content) => ('application/json' in content ? [content['application/json'].schema] : []))
    .flatMap((schema) => (schema.anyOf?.some(isChallenge) ? schema.anyOf : [schema]))
    .filter((schema) => !isChallenge(schema));
}

function isChallenge(schema: JsonSchema): boolean {
  return schema.$ref === challengeRef;
}

/** The field of the answer whose value each parameter continues from. */
const nextOf = { cursor: 'nextCursor', since: 'nextSince' } as const;

function continuesBy(
  parameters: readonly Parameter[],
  results: readonly JsonSchema[],
  document: OpenApiDocument,
): keyof typeof nextOf | undefined {
  const [result] = results;
  const { properties = {} } = result ? resolve(document, result) : {};
  const names = ['cursor', 'since'] as const;
  return names.find(
    (name) => 'data' in properties && nextOf[name] in properties && parameters.some((one) => one.name === name),
  );
}

export function errorTypesOf(operation: OpenApiOperation): string[] {
  return [...new Set(Object.values(operation['x-errors']).flat())];
}

/** Field names that many services use in answers, and that therefore identify nothing. */
const commonNames = ['code', 'error', 'message', 'status', 'type'];

function answersOf(operation: string, document: OpenApiDocument, results: readonly JsonSchema[]): string {
  const kinds = results.map((result) => {
    const { type, required = [] } = resolve(document, result);
    if (type === 'array') return 'flat';
    // Fields that a later release adds to lists do not identify the lists of an earlier one. A feed says in every
    // release where it continues.
    if (required.includes('data')) return required.includes('nextSince') ? 'data nextSince' : 'data';
    const name = required.find((one) => !commonNames.includes(one)) ?? required[0];
    if (name === undefined) throw new Error(`${operation}: an answer has no property by which it could be known.`);
    return name;
  });
  return [...new Set(kinds)].join('|');
}

/** The client sends a key with everything except reads, and repeats what has a key. */
function rejectKeyless(operation: OpenApiOperation, method: string): void {
  if ((operation['x-idempotency'] === 'none') !== (method === 'GET'))
    throw new Error(`${operation.operationId}: a write takes an idempotency key, and a read none.`);
}

/** Path, query and body share one object of parameters, so their names must differ. */
function rejectCollisions(operation: string, parameters: readonly Parameter[], body: JsonSchema | undefined): void {
  const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  if (twice) throw new Error(`${operation}: ${twice} is the name of two parameters.`);
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  const target = name && document.components.schemas[name];
  return target ? resolve(document, target) : schema;
}
