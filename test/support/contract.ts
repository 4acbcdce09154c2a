import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { resolvedParameters } from '../../shared/openapi/parameters.ts';
import { resolvedResponse } from '../../shared/openapi/shared-responses.ts';
import type { Answer } from './hand-signed.ts';
import { readAnswer } from './hand-signed.ts';

type Schema = { readonly [key: string]: unknown };

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation of the published description. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Ways to authenticate; an empty object means that no authentication is needed. */
  readonly security: readonly Readonly<Record<string, unknown>>[];
  /** References resolved; undefined without a body. */
  readonly body: Schema | undefined;
  /** Those of errors, and the challenge, are references. */
  readonly responses: Readonly<Record<string, object>>;
  /** Error types by status. */
  readonly 'x-errors': Readonly<Record<string, readonly string[]>>;
}

export const openApiText = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8');
const document = JSON.parse(openApiText);
const prefix: string = document.servers[0].url;

export const operations: readonly Operation[] = Object.entries<Record<string, Schema>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as unknown as Operation),
      parameters: resolvedParameters(document, operation as never) as readonly Parameter[],
      method: method.toUpperCase(),
      path,
      body: (operation.requestBody as undefined | Schema) && resolved(bodySchema(operation.requestBody)),
      responses: withChallenge(operation.responses as Operation['responses']),
    })),
);

/** What an API key can call. */
export const operationsOfKeys = operations.filter(({ security }) => security.some((way) => !way.Session));

function withChallenge(responses: Operation['responses']): Operation['responses'] {
  const { SignatureChallenge: challenge } = document.components.responses;
  const isChallenge = (response: object) =>
    '$ref' in response && response.$ref === '#/components/responses/SignatureChallenge';
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, isChallenge(response) ? challenge : response]),
  );
}

function bodySchema(requestBody: unknown): Schema {
  return (requestBody as { content: { 'application/json': { schema: Schema } } }).content['application/json'].schema;
}

/** Checks answers against docs/openapi.json. `faults` is empty if all answers were as described. */
export class Contract {
  readonly faults: string[] = [];
  /** Operations that were answered with success. */
  readonly succeeded = new Set<string>();

  /** A `fetch` for a client that checks every answer. */
  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = input instanceof Request ? input.url : input.toString();
    this.check(init?.method ?? 'GET', url, await readAnswer(response.clone()));
    return response;
  };

  /** Checks status, headers and body of an answer; fields that the description does not name are faults too. */
  check(method: string, url: string, answer: Answer): void {
    const operation = operationOf(method, new URL(url).pathname);
    const where = `${method} ${new URL(url).pathname} ${answer.status}`;
    for (const fault of operation ? faultsOf(operation, answer) : ['is not described']) {
      this.faults.push(`${where}: ${fault}`);
    }
    if (operation && answer.status < 300) this.succeeded.add(operation.operationId);
  }
}

/** Those with fewer parameters first: they are meant where both match. */
const patterns = operations
  .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
  .sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);

function operationOf(method: string, pathname: string): Operation | undefined {
  return patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname))?.operation;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function faultsOf(operation: Operation, { status, headers, body }: Answer): string[] {
  const response = operation.responses[status];
  const declared = response && resolvedResponse(document, response as never);
  if (!declared) return [`the status is not described: ${JSON.stringify(body)}`];
  const faults = headers.has('x-request-id') ? [] : ['x-request-id is missing'];
  const content = status < 400 ? declared.content : undefined;
  const json = content && 'application/json' in content ? content['application/json'] : undefined;
  if (json) return [...faults, ...mismatches(json.schema as Schema, body)];
  if (content) return [...faults, ...mismatchesOfType(Object.keys(content), headers)];
  if (!operation['x-errors'][status]?.includes(body?.type))
    faults.push(`${body?.type} is not described for this status`);
  if (body?.requestId !== headers.get('x-request-id')) faults.push('requestId is not x-request-id');
  if (status === 429 && !headers.has('retry-after')) faults.push('Retry-After is missing');
  return [...faults, ...mismatches(errorSchema, body)];
}

function mismatchesOfType(declared: readonly string[], headers: Answer['headers']): string[] {
  const type = headers.get('content-type') ?? '';
  return declared.some((one) => type.startsWith(one)) ? [] : [`the content type is ${type}`];
}

const errorSchema: Schema = { $ref: '#/components/schemas/Error' };

/** To make one takes a hundred times as long as to use it. */
const validators = new WeakMap<Schema, z.ZodType>();

/** How a value differs from a schema of the description; fields that it does not name differ, too. */
export function mismatches(schema: Schema, value: unknown): string[] {
  const validator = validators.get(schema) ?? z.fromJSONSchema(closed(resolved(schema)));
  validators.set(schema, validator);
  const result = validator.safeParse(value);
  return result.success ? [] : [z.prettifyError(result.error)];
}

/** The description's schemas refer to each other without cycles, so references can be replaced by their targets. */
function resolved(schema: Schema): Schema {
  return mapSchemas(schema, (part) =>
    typeof part.$ref === 'string' ? resolved(document.components.schemas[part.$ref.split('/').at(-1) ?? '']) : part,
  );
}

/** The description allows further fields in answers; here each field must be described. */
function closed(schema: Schema): Schema {
  return mapSchemas(schema, (part) =>
    part.properties && part.additionalProperties === undefined ? { ...part, additionalProperties: false } : part,
  );
}

function mapSchemas(schema: Schema, change: (part: Schema) => Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? change(value) : value,
  );
}
