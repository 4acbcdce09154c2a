import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { HttpHandler } from '../../shared/http/handle-with.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { stopServer } from '../process/stop-server.ts';
import { TimeoutError, withTimeout } from '../workers/worker-call.ts';
import { listen, originOf } from './address.ts';
import { type AnsweredRequest, answeredRequest } from './answered-request.ts';
import { announcesTooLong, BodyRoom, readBody } from './body.ts';
import { compress } from './compress.ts';
import { createConcurrency } from './concurrency.ts';
import { allowOrigin, answerPreflight, isOfPages } from './cors.ts';
import { gatewayEvent, parseTarget, sourceAddress } from './event.ts';
import { createHostCheck } from './host.ts';
import { createRateCeiling } from './rate-ceiling.ts';
import { gatewayAnswers, rateLimited, respond } from './responses.ts';
import { createRouter, type FindRoute, type Route } from './routes.ts';

export interface Gateway {
  /** Scheme, host and port; no path. */
  readonly origin: string;
  /**
   * Accepts no more requests and waits for those in progress. After the grace period it closes the remaining
   * connections.
   */
  stop(): Promise<void>;
}

interface Options {
  readonly routes: readonly Route[];
  /** The handler of API Gateway's `$default` route. */
  readonly fallback: HttpHandler;
  readonly requestsPerMinute: number;
  /** Memory for bodies that have not been answered. */
  readonly room?: BodyRoom | undefined;
  /**
   * Called for every answered request, including those that the gateway answers itself, but not for preflight requests
   * of browsers.
   */
  readonly onAnswer?: ((answered: AnsweredRequest) => void) | undefined;
  readonly runtime: Pick<WholeRuntime, 'clock' | 'ids' | 'log'>;
}

/** API Gateway's limit for HTTP APIs. */
const HANDLER_TIMEOUT_SECONDS = 30;
/**
 * The maximum number of concurrent handlers that wait for webhook receivers, so that silent receivers cannot hold up
 * all other calls.
 */
const RECEIVER_HANDLERS_AT_ONCE = 4;
/**
 * The maximum number of concurrent handlers, as reserved concurrency limits them in AWS. DynamoDB Local handles one
 * request at a time, so of a hundred concurrent writers of one organization most would lose the race for its head.
 * Waiting calls are started in turn, one for each organization.
 */
const HANDLERS_AT_ONCE = 8;
const timeouts = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 60_000 };
const STOP_GRACE_MS = 10_000;

/** A request and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When the request arrived, in milliseconds. */
  readonly at: number;
}

type Result = APIGatewayProxyStructuredResultV2;

interface Sending {
  /** Whether the connection is closed with the answer. */
  readonly close?: boolean;
  /** The answer as it is sent, if it is compressed. */
  readonly sent?: Result;
}

/**
 * Serves the handlers over HTTP with the events that API Gateway would send them.
 * @throws {StartError} when it is impossible to listen on the address
 */
export async function startGateway(host: string, port: number, options: Options): Promise<Gateway> {
  const { clock, log } = options.runtime;
  const findRoute = createRouter(options.routes);
  const call = createCall(options, findRoute);
  const ceiling = createRateCeiling(options.requestsPerMinute);
  const { room = new BodyRoom() } = options;
  const isOurHost = createHostCheck(host);
  let stopping = false;

  function answer(exchange: Exchange, result: Result, { close = stopping, sent = result }: Sending = {}): void {
    const { response } = exchange;
    if (close && !response.headersSent) response.setHeader('connection', 'close');
    respond(response, sent);
    options.onAnswer?.(answeredRequest(exchange, result, { now: clock(), findRoute }));
  }

  async function serve(exchange: Exchange): Promise<void> {
    const { request, at } = exchange;
    const requestId = options.runtime.ids.next('req', at);
    const retryAfterSeconds = ceiling.count(sourceAddress(request), at);
    if (retryAfterSeconds !== undefined) {
      request.resume();
      return answer(exchange, rateLimited(requestId, retryAfterSeconds));
    }
    const { body, taken } = await readBody(request, room);
    try {
      if (body === 'too-long') return answer(exchange, gatewayAnswers.tooLong, { close: true });
      if (body === 'no-room') return answer(exchange, gatewayAnswers.unavailable, { close: true });
      const result = await call(request, body, requestId);
      answer(exchange, result, { sent: await compress(result, String(request.headers['accept-encoding'] ?? '')) });
    } finally {
      room.giveBack(taken);
    }
  }

  const server = createServer(timeouts, (request, response) => {
    const exchange = { request, response, at: clock() };
    if (!isOurHost(request.headers.host)) return answer(exchange, gatewayAnswers.otherHost, { close: true });
    if (!isOfPages(request) && answerCrossOrigin(request, response)) return;
    serve(exchange).catch((error) => {
      if (request.destroyed && !request.complete) return; // The caller went away.
      log.error('gateway failed', { error });
      answer(exchange, gatewayAnswers.internalError);
    });
  });
  refuseAnnounced(server, (request, response) =>
    answer({ request, response, at: clock() }, gatewayAnswers.tooLong, { close: true }),
  );

  const cutOffIdle = trackIdleConnections(server);
  await listen(server, host, port);
  return {
    origin: originOf(host, (server.address() as AddressInfo).port),
    async stop() {
      stopping = true;
      cutOffIdle();
      await stopServer(server, STOP_GRACE_MS);
    },
  };
}

/** Allows the origin of a dashboard. @returns true for a preflight request, which has then been answered */
function answerCrossOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  allowOrigin(request, response);
  return answerPreflight(request, response);
}

/** Refuses a body that is announced as too long (`Expect: 100-continue`) before it is sent. */
function refuseAnnounced(server: Server, refuse: (request: IncomingMessage, response: ServerResponse) => void): void {
  server.on('checkContinue', (request, response) => {
    if (announcesTooLong(request)) return refuse(request, response);
    response.writeContinue();
    server.emit('request', request, response);
  });
}

type Call = (request: IncomingMessage, body: Buffer, requestId: string) => Promise<Result>;

function createCall({ fallback, runtime: { clock, log } }: Options, findRoute: FindRoute): Call {
  const runAny = createConcurrency(HANDLERS_AT_ONCE);
  const runReceivers = createConcurrency(RECEIVER_HANDLERS_AT_ONCE);
  return async (request, body, requestId) => {
    const target = parseTarget(request.url ?? '/');
    if (target === undefined) return gatewayAnswers.badRequest;
    const match = findRoute(request.method ?? '', target.segments);
    const event = gatewayEvent({ request, target, body, match, requestId, nowMs: clock() });
    const handler = match?.route.handler ?? fallback;
    const run = match?.route.callsReceivers ? runReceivers : runAny;
    try {
      const organization = match?.pathParameters.orgId ?? '';
      return await run(organization, () => withTimeout(HANDLER_TIMEOUT_SECONDS, event.routeKey, () => handler(event)));
    } catch (error) {
      log.error('handler failed', { routeKey: event.routeKey, requestId, error: error as Error });
      return error instanceof TimeoutError ? gatewayAnswers.unavailable : gatewayAnswers.internalError;
    }
  };
}

/**
 * Browsers open connections in advance. Node would wait for those that never carried a request, so a stop closes them.
 */
function trackIdleConnections(server: Server): () => void {
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }) => idle.delete(socket));
  return () => {
    for (const socket of idle) socket.destroy();
  };
}
