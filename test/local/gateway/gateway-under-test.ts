import { request } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, vi } from 'vitest';
import type { AnsweredRequest } from '../../../local/gateway/answered-request.ts';
import type { BodyRoom } from '../../../local/gateway/body.ts';
import { type Gateway, startGateway } from '../../../local/gateway/gateway.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import type { HttpHandler } from '../../../shared/http/handle-with.ts';

interface Setup {
  readonly handlers?: Readonly<Record<string, HttpHandler>>;
  readonly requestsPerMinute?: number;
  /** Route keys. */
  readonly callsReceivers?: readonly string[];
  readonly room?: BodyRoom;
}

/** A gateway for each test of a file, stopped after it, and the events that its handlers saw. */
export function gatewayUnderTest() {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const events: APIGatewayProxyEventV2[] = [];
  const answered: AnsweredRequest[] = [];
  let gateway: Gateway | undefined;
  const stop = async () => {
    await gateway?.stop();
    gateway = undefined;
  };
  afterEach(async () => {
    await stop();
    events.length = 0;
    answered.length = 0;
  });
  return {
    log,
    events,
    answered,
    stop,
    /** A handler that answers its name in `x-route`. */
    answer:
      (name: string): HttpHandler =>
      async (event) => {
        events.push(event);
        return { statusCode: 200, headers: { 'x-route': name }, body: '{}' };
      },
    async start({ handlers = {}, requestsPerMinute = 1000, callsReceivers = [], room }: Setup = {}): Promise<string> {
      gateway = await startGateway('127.0.0.1', 0, {
        routes: Object.entries(handlers).map(([routeKey, handler]) => ({
          routeKey,
          handler,
          callsReceivers: callsReceivers.includes(routeKey) || undefined,
        })),
        fallback: async () => ({ statusCode: 404, body: '{"type":"ROUTE_NOT_FOUND"}' }),
        requestsPerMinute,
        room,
        onAnswer: (one) => answered.push(one),
        // In the middle of a minute, so that no test sees the next one begin.
        runtime: { clock: () => Date.UTC(2026, 10, 20, 23, 4, 30), ids: createIds(), log },
      });
      return gateway.origin;
    },
  };
}

/** fetch would normalise the path and join the headers itself. */
export function send(url: string, path: string, more: string[] = [], body?: string | Buffer) {
  const { hostname, port } = new URL(url);
  const headers = ['Host', 'api.localhost', ...more];
  return new Promise<number>((resolve, reject) => {
    const sent = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
}
