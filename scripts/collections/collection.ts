import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolvedParameters } from '../../shared/openapi/parameters.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../shared/openapi/types.ts';
import { isOrganization } from '../client/operation-model.ts';
import { exampleBody, exampleText } from './example-of.ts';

/** The contents of a collection, whatever the tool. */
export interface Collection {
  readonly description: string;
  /** Requests by tag, in the order of the API description. */
  readonly folders: ReadonlyMap<string, readonly CollectedRequest[]>;
  /** Names and values. Empty if only the user knows the value. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface CollectedRequest {
  readonly operation: string;
  /** The summary of the operation. */
  readonly name: string;
  readonly description: string;
  readonly method: string;
  /** With variables in double braces. */
  readonly url: string;
  readonly query: readonly CollectedParameter[];
  /** JSON text. */
  readonly body?: string | undefined;
  readonly caller: 'key' | 'session' | 'anybody';
}

interface CollectedParameter {
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly required: boolean;
}

const description = `Every operation of the API, made from its description (\`docs/openapi.json\`).

Set the variables \`baseUrl\`, \`organizationId\`, \`apiKeyId\` and \`privateKey\` (PKCS#8 PEM): the one-machine stack writes them to its \`quickstart.json\`. Where only people may call, \`sessionToken\` is sent.

A script of the collection signs each request of an API key by the direct flow, over the bytes that are sent, with a fresh timestamp and nonce. Neither Postman nor Bruno has P-256 for scripts, so the script computes it; keep live keys out of here. Writes get an idempotency key: the variable \`idempotencyKey\` where it is set, so that you can repeat one, else a new one each time.`;

/** The variables that are set once, with the values of the one-machine stack. */
const settings = {
  baseUrl: 'http://127.0.0.1:8787/business/api/v1',
  organizationId: '',
  apiKeyId: '',
  privateKey: '',
  sessionToken: '',
  idempotencyKey: '',
};

export function collectionOf(document: OpenApiDocument): Collection {
  const requests = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestOf(document, path, method, operation)),
  );
  const inFolder = (name: string) => requests.filter(({ tag }) => tag === name).map(({ request }) => request);
  // A tag that only webhooks have contains nothing to send.
  const folders = new Map(
    document.tags.map(({ name }) => [name, inFolder(name)] as const).filter(([, { length }]) => length > 0),
  );
  const used = requests.flatMap(({ request: { url, body = '' } }) =>
    [...(url + body).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, ''] as const),
  );
  return { description, folders, variables: { ...Object.fromEntries(used.sort()), ...settings } };
}

function requestOf(document: OpenApiDocument, path: string, method: string, operation: OpenApiOperation) {
  const body = operation.requestBody && exampleBody(document, operation.requestBody.content['application/json']);
  const query = resolvedParameters(document, operation).filter((parameter) => parameter.in === 'query');
  const request: CollectedRequest = {
    operation: operation.operationId,
    name: operation.summary,
    description: operation.description ?? '',
    method: method.toUpperCase(),
    url: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, (_, name) => `{{${isOrganization(name) ? 'organizationId' : name}}}`)}`,
    query: query.map(({ name, schema, description: about = '', required }) => ({
      name,
      value: exampleText(document, schema),
      description: about,
      required,
    })),
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
    caller: callerOf(operation),
  };
  return { tag: operation.tags[0], request };
}

function callerOf({ security }: OpenApiOperation): CollectedRequest['caller'] {
  if (security.some((way) => 'ApiKey' in way)) return 'key';
  return security.some((way) => 'Session' in way) ? 'session' : 'anybody';
}

/** The lines of the script that a collection runs before each request: the same in both tools. */
export function signingScript(): string[] {
  return readFileSync(join(import.meta.dirname, 'sign-request.js'), 'utf8')
    .trimEnd()
    .split('\n');
}
