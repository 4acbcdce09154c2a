import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Cleanup } from '../../local/process/cleanup.ts';
import { stopServer } from '../../local/process/stop-server.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Forward = () => Promise<Answer>;
type Fault = (forward: Forward, response: ServerResponse) => Promise<unknown>;

const replace =
  (status: number, body: string, type = 'application/json'): Fault =>
  async (forward, response) => {
    await forward();
    response.writeHead(status, { 'content-type': type }).end(body);
  };

/** Faults of a network in a request or its answer. With all but the first, the service acts. */
export const faults: Readonly<Record<string, Fault>> = {
  'reset before': async (_, response) => response.destroy(),
  'reset after': async (forward, response) => {
    await forward();
    response.destroy();
  },
  repeat: async (forward, response) => {
    await forward();
    pass(await forward(), response);
  },
  truncate: async (forward, response) => {
    const { status, headers, body } = await forward();
    response.writeHead(status, headers).write(body.subarray(0, body.length / 2), () => response.destroy());
  },
  'half an answer': async (forward, response) => {
    const { status, body } = await forward();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body.subarray(0, body.length / 2));
  },
  '204': replace(204, ''),
  null: replace(200, 'null'),
  '{}': replace(200, '{}'),
  HTML: replace(200, '<html>Log in</html>', 'text/html'),
  '502': replace(502, '<html>Bad Gateway</html>', 'text/html'),
  redirect: async (forward, response) => {
    await forward();
    response.writeHead(302, { location: '/log-in' }).end();
  },
};

/**
 * A proxy in front of a stack. It injects each fault in turn into the first copies of writes, and into every third
 * read; later copies of a write pass.
 * @param page served at `/`, for a browser
 */
export async function startFaultyProxy(cleanup: Cleanup, target: URL, page: { html: string; script: string }) {
  const turns = Object.entries(faults);
  const seen = new Set<string>();
  const done: string[] = [];
  let reads = 0;
  let turn = 0;

  function faultFor({ headers }: IncomingMessage): Fault | undefined {
    const key = headers['idempotency-key'];
    const spared = typeof key === 'string' ? seen.has(key) : reads++ % 3 !== 0;
    if (spared) return undefined;
    if (typeof key === 'string') seen.add(key);
    const [name, fault] = turns[turn++ % turns.length] as [string, Fault];
    done.push(name);
    return fault;
  }

  const server = createServer(async (incoming, response) => {
    if (incoming.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(page.html);
    if (incoming.url === '/page.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(page.script);
    const body = await buffer(incoming);
    const forward = () => forwardTo(target, incoming, body);
    const fault = faultFor(incoming);
    return fault ? fault(forward, response) : pass(await forward(), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => stopServer(server, 0));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, done };
}

function forwardTo({ hostname, port }: URL, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path: url, headers: { ...headers, connection: 'close' } };
    const outgoing = request(options, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) });
    });
    outgoing.on('error', reject).end(body);
  });
}

function pass(
  { status, headers: { connection: _, 'transfer-encoding': __, ...headers }, body }: Answer,
  response: ServerResponse,
) {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}
