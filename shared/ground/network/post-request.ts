import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { type AgentPair, type Agents, type Guard, notPublic } from './guarded-agents.ts';
import { keepBeginning, readMalformed } from './malformed-answer.ts';
import { codeOf, SendError } from './send-error.ts';
import { hostOf } from './target-host.ts';

/** One POST request. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborted at the deadline. `postRequest` then throws its reason. */
  readonly signal: AbortSignal;
}

/** The agents that make connections, and the guard that decides where they may go. */
export interface Transport {
  readonly agents: Agents;
  readonly guard: Guard;
}

/** The maximum number of interim answers (1xx) before the answer. No legitimate receiver sends more. */
const maxInterimAnswers = 10;

/**
 * Sends a request and waits for the status line and headers. The caller must read the body or destroy the response.
 * @throws the error of the connection, the signal's reason, or a {@link MalformedAnswer}
 */
export async function postRequest(outgoing: OutgoingRequest, transport: Transport): Promise<http.IncomingMessage> {
  const { kept, fresh } = transport.agents;
  try {
    return await requestOver(kept, outgoing, transport.guard);
  } catch (error) {
    // The server ended an idle connection just as it was reused, or left part of an earlier answer on it. This is not a
    // failed attempt. Sending once more is safe, because deliveries are made at least once.
    if (!(error instanceof StaleConnection)) throw error;
    return requestOver(fresh, outgoing, transport.guard);
  }
}

/** The status 408, which servers send on a connection that was idle for too long. */
const requestTimeout = 408;

class StaleConnection extends Error {}

async function requestOver(agents: AgentPair, outgoing: OutgoingRequest, guard: Guard): Promise<http.IncomingMessage> {
  const { url, body, signal } = outgoing;
  signal.throwIfAborted();
  const method = 'POST';
  const headers = { ...outgoing.headers, 'content-length': `${Buffer.byteLength(body)}` };
  const request =
    url.protocol === 'https:'
      ? https.request(url, { method, headers, agent: agents.https })
      : http.request(url, { method, headers, agent: agents.http });
  request.on('socket', (socket) => guardSocket(request, socket, (address) => guard.mayReach(hostOf(url), address)));
  boundInterimAnswers(request);
  request.end(body);
  const response = await headersOf(request, signal);
  if (!request.reusedSocket || response.statusCode !== requestTimeout) return response;
  response.destroy();
  throw new StaleConnection('the other side had closed it for being idle');
}

function headersOf(request: http.ClientRequest, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const abort = () => {
    request.destroy();
    // Rejected here, because a request that still waits for a connection emits no error when it is destroyed.
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  let isAnswered = false;
  request.on('response', (response) => {
    isAnswered = true;
    beginning();
    resolve(response);
  });
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new SendError('the answer switches to another protocol'));
  });
  let beginning = (): Buffer => Buffer.alloc(0);
  request.on('socket', (socket) => {
    if (!request.reusedSocket) beginning = keepBeginning(socket);
  });
  request.on('error', (error) => {
    const code = codeOf(error) ?? '';
    const isMalformed = code.startsWith('HPE_');
    const isStale = request.reusedSocket && (isMalformed || ['ECONNRESET', 'EPIPE'].includes(code));
    if (isStale) reject(new StaleConnection('closed while idle', { cause: error }));
    else reject(isMalformed ? readMalformed(beginning(), error) : error);
  });
  request.on('close', () => {
    signal.removeEventListener('abort', abort);
    // `close` also follows an answer. The check saves the stack trace of an unused error.
    if (!isAnswered) reject(new SendError('the connection was closed before an answer'));
  });
  return promise;
}

/**
 * Checks the address of a connection, new or reused, before the first byte of the request (and of TLS) is sent. An
 * address written in the URL does not pass through the name lookup.
 */
function guardSocket(request: http.ClientRequest, socket: Socket, mayReach: (address: string) => boolean): void {
  const check = () => {
    if (!mayReach(socket.remoteAddress ?? '')) request.destroy(new SendError(notPublic));
  };
  if (socket.connecting) socket.prependOnceListener('connect', check);
  else check();
}

/** Limits the number of interim answers. Node limits only the headers of each. */
function boundInterimAnswers(request: http.ClientRequest): void {
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > maxInterimAnswers) request.destroy(new SendError('the answer is not HTTP'));
  });
}
