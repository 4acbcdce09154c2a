import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { canonicalString, sha256Hex } from '../../../shared/ground/signatures/canonical.ts';
import { verifyDer } from '../../../shared/ground/signatures/ecdsa.ts';
import type { Story } from '../../../shared/openapi/story.ts';
import { root } from '../pages.ts';
import { type DescribedOperation, operations } from '../reference/description.ts';

const story: Story = JSON.parse(readFileSync(join(root, 'docs/generated/examples.json'), 'utf8'));

export const organizationId = 'q5fe47igx1f3o9t60u2ytnpn';
export const keyId = 'akid_test_samples';
export const session = 'token-of-a-member';

/** Operations with samples. */
export const sampled = operations.filter((operation) => operation['x-codeSamples'] !== undefined);

export const takesSessionOnly = ({ security }: DescribedOperation): boolean =>
  security.length > 0 && security.every((way) => 'Session' in way);

export interface StoryServer {
  readonly baseUrl: string;
  /** The operations in the order in which they were called, each with the same request as in the story. */
  readonly called: readonly string[];
  /** Requests that differ from those of the story, or are not authenticated. */
  readonly faults: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Answers like the service in the story, and compares the requests with those of the story. */
export async function startStoryServer(publicKey: KeyObject): Promise<StoryServer> {
  const called: string[] = [];
  const faults: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const operation = sampled.find((one) => request.method === one.method && request.url === targetOf(one));
    const fault = operation ? faultOf(operation, request, body, publicKey) : 'no operation has this address';
    if (operation) called.push(operation.operationId);
    if (fault !== undefined) faults.push(`${request.method} ${request.url}: ${fault}`);
    answer(operation, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}${apiPrefix}`, called, faults, stop };
}

function targetOf({ operationId, fullPath }: DescribedOperation): string {
  const { path = {}, query = {} } = story.operations[operationId] ?? {};
  const values: Readonly<Record<string, string>> = { orgId: organizationId, ...path };
  const target = fullPath.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return Object.keys(query).length > 0 ? `${target}?${new URLSearchParams(query)}` : target;
}

function faultOf(
  operation: DescribedOperation,
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  publicKey: KeyObject,
): string | undefined {
  const { request } = story.operations[operation.operationId] ?? {};
  const sent = body.length === 0 ? undefined : JSON.parse(body.toString());
  if (!isDeepStrictEqual(sent, request)) return `the body is ${body}`;
  const idempotencyKey = String(headers['idempotency-key'] ?? '');
  if (operation['x-idempotency'] === 'required' && idempotencyKey === '') return 'there is no idempotency key';
  if (operation.security.length === 0) return undefined;
  if (takesSessionOnly(operation)) {
    return headers.authorization === `Bearer ${session}` ? undefined : 'there is no session';
  }
  const text = canonicalString({
    keyId: String(headers['x-api-key']),
    method,
    target: url,
    bodyHash: sha256Hex(body),
    idempotencyKey,
    timestamp: String(headers['x-svc-timestamp']),
    nonce: String(headers['x-svc-nonce']),
  });
  const signature = Buffer.from(String(headers['x-svc-signature'] ?? ''), 'base64');
  return verifyDer(publicKey, text, signature) ? undefined : 'the signature does not fit';
}

function answer(operation: DescribedOperation | undefined, response: ServerResponse): void {
  const answers = operation && story.operations[operation.operationId]?.answers;
  const [status, body] = Object.entries(answers ?? {})[0] ?? ['404', {}];
  const isText = typeof body === 'string';
  response.writeHead(Number(status), { 'content-type': isText ? 'text/csv' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}
