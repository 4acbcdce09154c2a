import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSameSecret } from '../../../shared/ground/signatures/is-same-secret.ts';
import { BodyRoom, readBody } from '../../gateway/body.ts';
import { stopServer } from '../../process/stop-server.ts';
import type { CallName, Output, TableCall } from '../call.ts';
import { noSuchTable, ValidationException } from '../errors.ts';
import { refuseUnknownName } from '../values.ts';
import { describeTable } from './describe-table.ts';
import { inputOf } from './requests.ts';
import { type Refusal, refusal, refusalOf, typedOutput } from './responses.ts';

interface Options {
  /** Performs a call to one of the tables. */
  readonly perform: (call: TableCall) => Promise<Output>;
  readonly tableNames: () => readonly string[];
  /** The access key id that a caller must know. */
  readonly keyId: string;
}

export interface ProtocolServer {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const stopGraceMs = 1000;

/** The operations of the protocol, and the calls that they stand for. */
const operations = new Map<string, CallName>([
  ['GetItem', 'Get'],
  ['PutItem', 'Put'],
  ['UpdateItem', 'Update'],
  ['DeleteItem', 'Delete'],
  ['Query', 'Query'],
  ['Scan', 'Scan'],
  ['BatchGetItem', 'BatchGet'],
  ['BatchWriteItem', 'BatchWrite'],
  ['TransactGetItems', 'TransactGet'],
  ['TransactWriteItems', 'TransactWrite'],
]);

/**
 * Serves the tables on loopback with DynamoDB's own protocol (JSON 1.0), for functions that run outside the stack and
 * for AWS tools. As in DynamoDB Local, the access key id names the database: a caller that does not know it sees an
 * empty one. Signatures are not verified.
 */
export async function startProtocolServer(options: Options): Promise<ProtocolServer> {
  const room = new BodyRoom();
  const server = createServer((request, response) => void serve(request, response, options, room));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => stopServer(server, stopGraceMs) };
}

async function serve(request: IncomingMessage, response: ServerResponse, options: Options, room: BodyRoom) {
  const { body, taken } = await readBody(request, room).catch(() => ({ body: undefined, taken: 0 }));
  try {
    // The caller has disconnected.
    if (body === undefined) return;
    const answer = typeof body === 'string' ? tooLarge : await answerTo(request, body, options);
    const text = JSON.stringify(answer.body);
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  } finally {
    room.giveBack(taken);
  }
}

const tooLarge = refusal(413, 'RequestEntityTooLargeException', 'The request is too large.');

async function answerTo({ headers }: IncomingMessage, body: Buffer, options: Options): Promise<Refusal> {
  const keyId = /Credential=([^/,\s]+)\//.exec(headers.authorization ?? '')?.[1];
  if (keyId === undefined)
    return refusal(400, 'MissingAuthenticationTokenException', 'The request has no credentials.');
  const operation = /^DynamoDB_20120810\.(\w+)$/.exec(String(headers['x-amz-target']))?.[1] ?? '';
  const isKnown = isSameSecret(keyId, options.keyId);
  try {
    const request = parsed(body);
    if (request === undefined) return refusal(400, 'SerializationException', 'The body is no JSON object.');
    if (operation === 'ListTables') return ok({ TableNames: isKnown ? options.tableNames() : [] });
    if (operation === 'DescribeTable') return ok({ Table: describeTable(knownTable(request, options, isKnown)) });
    const name = operations.get(operation);
    if (!name) return refusal(400, 'UnknownOperationException', `This table does not know the operation ${operation}.`);
    const input = inputOf(name, request);
    if (!isKnown) throw noSuchTable(tableIn(request));
    return ok(typedOutput(await options.perform({ name, input })));
  } catch (error) {
    return refusalOf(error);
  }
}

function ok(body: object): Refusal {
  return { status: 200, body };
}

/** @throws UnknownForm for a name that the parser of fields would ignore */
function parsed(body: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'), refusingPrototypes);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function refusingPrototypes(name: string, value: unknown): unknown {
  if (name === '__proto__') refuseUnknownName(name);
  return value;
}

function knownTable({ TableName }: Record<string, unknown>, { tableNames }: Options, isKnown: boolean): string {
  if (typeof TableName !== 'string') throw new ValidationException('DescribeTable: TableName is text');
  if (!isKnown || !tableNames().includes(TableName)) throw noSuchTable(TableName);
  return TableName;
}

function tableIn({ TableName, RequestItems }: Record<string, unknown>): unknown {
  return TableName ?? Object.keys(RequestItems ?? {})[0];
}
