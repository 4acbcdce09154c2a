import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { AnyOperation, OperationAnswer } from '../../shared/contract/operation.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { performOperation } from '../../shared/operations/perform-operation.ts';
import type { Operators } from '../../shared/ports/operators.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { BodyRoom, readBody } from '../gateway/body.ts';

/** The name of the socket in the data directory. */
export const operationsSocketName = 'ops.sock';

/**
 * The maximum length of a socket's path that operating systems accept, in bytes. A longer one is truncated or refused.
 */
const longestPath = 100;
/** The umask under which only the owner may connect. */
const ownerOnly = 0o177;

/**
 * The address at which the stack on a data directory accepts operations: a Unix domain socket, or a named pipe on
 * Windows.
 */
export function operationsAddress(dataDirectory: string): string {
  const directory = resolve(dataDirectory);
  if (process.platform !== 'win32') return join(directory, operationsSocketName);
  return `\\\\.\\pipe\\sluice-${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`;
}

/**
 * Only the user who runs the stack can connect, so that user is the operator. To try what needs two operators, the user
 * can act as several: a message names which one.
 */
const operators: Operators = async ({ proof }) => {
  const user = userInfo()
    .username.replace(/[^!-~]/g, '?')
    .slice(0, longestName);
  const played = PlayedOperator.safeParse(proof);
  if (!played.success)
    throw new ServiceError('UNAUTHORIZED', `an operator's name has 1 to ${longestName} letters, digits, . _ or -`);
  return played.data ? `${user}/${played.data.operator}` : user;
};

const longestName = 64;
const PlayedOperator = z.strictObject({ operator: z.string().regex(/^[\w.-]{1,64}$/) }).optional();

interface Options {
  readonly dataDirectory: string;
  readonly operations: readonly AnyOperation[];
  readonly runtime: WholeRuntime;
}

/**
 * Accepts operations, as Lambda's Invoke does under IAM: anyone who can open the socket is an operator. A message is a
 * POST to the operation's name.
 * @returns undefined if the path is too long for a socket
 */
export async function startOperationsSocket({
  dataDirectory,
  operations,
  runtime,
}: Options): Promise<{ stop(): Promise<void> } | undefined> {
  const address = operationsAddress(dataDirectory);
  if (Buffer.byteLength(address) > longestPath) {
    runtime.log.warn(`no operations: ${address} is too long for a socket`);
    return undefined;
  }
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const server = createServer((request, response) => void serve(byName, runtime, request, response));
  // A crash leaves the socket behind. The directory is locked, so no other stack uses it.
  rmSync(address, { force: true });
  await listenPrivately(server, address);
  return { stop: () => close(server) };
}

/**
 * `listen` creates the socket at once, so the umask is set around the call: others must never be able to connect, not
 * even for a moment.
 */
function listenPrivately(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const umask = process.umask(ownerOnly);
    try {
      server.listen(address, resolve);
    } finally {
      process.umask(umask);
    }
  });
}

async function serve(
  operations: ReadonlyMap<string, AnyOperation>,
  runtime: WholeRuntime,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const operation = operations.get(request.url?.slice(1) ?? '');
  if (!operation) return respond(response, 404, undefined);
  try {
    // A separate limit is enough, because only the owner of the data directory can connect.
    const { body } = await readBody(request, new BodyRoom());
    if (!Buffer.isBuffer(body)) return respond(response, 413, undefined);
    respond(response, 200, await performOperation(operation, JSON.parse(body.toString()), runtime, operators));
  } catch (error) {
    runtime.log.error('a message on the operations socket failed', error as Error);
    respond(response, 400, undefined);
  }
}

function respond(response: ServerResponse, status: number, answer: OperationAnswer | undefined): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(answer === undefined ? '' : JSON.stringify(answer));
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
