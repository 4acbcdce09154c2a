import { type ClientRequest, request } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import { BodyRoom } from '../../../local/gateway/body.ts';
import { gatewayUnderTest, send } from './gateway-under-test.ts';

const { start, stop, answer, events, log } = gatewayUnderTest();

describe('gateway limits', () => {
  test('over the ceiling of an address the answer is RATE_LIMITED with Retry-After', async () => {
    const url = await start({ handlers: { 'GET /v1/x': answer('x') }, requestsPerMinute: 2 });
    expect((await fetch(`${url}/v1/x`)).status).toBe(200);
    expect((await fetch(`${url}/v1/x`)).status).toBe(200);
    const refused = await fetch(`${url}/v1/x`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await refused.json()).toEqual({
      type: 'RATE_LIMITED',
      status: 429,
      detail: expect.any(String),
      resolution: expect.any(String),
      docs: '/docs/errors#RATE_LIMITED',
      requestId: refused.headers.get('x-request-id'),
    });
    expect(events).toHaveLength(2);
  });

  test.each([
    ['its length announced', Buffer.alloc(10 * 1024 * 1024 + 1)],
    ['sent in chunks', new Blob([Buffer.alloc(10 * 1024 * 1024 + 1)]).stream()],
  ])('a body over 10 MiB, %s, is 413 and closes the connection', async (_, body) => {
    const url = await start({ handlers: { 'POST /v1/x': answer('x') } });
    const refused = await fetch(`${url}/v1/x`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(refused.status).toBe(413);
    expect(refused.headers.get('connection')).toBe('close');
    expect(await refused.json()).toEqual({ message: 'Request Too Long' });
    expect(events).toEqual([]);
  });

  test('a request line that is too long is 431, with neither request id nor Error body', async () => {
    const url = await start();
    const refused = await fetch(`${url}/v1/x?${'a'.repeat(20_000)}`);
    expect([refused.status, refused.headers.get('x-request-id'), await refused.text()]).toEqual([431, null, '']);
    expect(events).toEqual([]);
  });

  test('a body of 10 MiB arrives', async () => {
    const url = await start({ handlers: { 'POST /v1/x': answer('x') } });
    expect(await send(url, '/v1/x', [], Buffer.alloc(10 * 1024 * 1024, 'a'))).toBe(200);
    expect(events[0]?.body).toHaveLength(10 * 1024 * 1024);
  });

  test('a body whose sender wants to be asked first is refused before it is sent', async () => {
    const url = await start();
    const headers = ['Host', 'api.localhost', 'Expect', '100-continue', 'Content-Length', String(10 * 1024 * 1024 + 1)];
    const { hostname, port } = new URL(url);
    const status = await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method: 'POST', headers }, (response) => resolve(response.statusCode));
      sent.once('error', reject).flushHeaders();
    });
    expect(status).toBe(413);
  });
});

describe('a gateway that only this machine reaches', () => {
  test.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.0.0.1:80', '[::1]:9', 'api.localhost'])(
    'answers to %s',
    async (host) => {
      const url = await start({ handlers: { 'GET /v1/x': answer('x') } });
      expect(await sendTo(host, url)).toBe(200);
    },
  );

  test.each([
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '10.0.0.1',
    '0.0.0.0',
    'a b',
    '[::2]',
    '',
  ])('does not answer to %s: a page of that name, led here, would read the answers', async (host) => {
    const url = await start({ handlers: { 'GET /v1/x': answer('x') } });
    expect(await sendTo(host, url)).toBe(421);
    expect(events).toEqual([]);
  });

  function sendTo(host: string, url: string): Promise<number> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path: '/v1/x', headers: ['Host', host] }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end();
    });
  }
});

test('any number of handlers that wait for receivers leave turns to the others', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const silent = async (): Promise<APIGatewayProxyStructuredResultV2> => {
    await released;
    return { statusCode: 200, body: '{}' };
  };
  const url = await start({
    handlers: { 'POST /v1/test': silent, 'GET /v1/x': answer('x') },
    callsReceivers: ['POST /v1/test'],
  });
  const waiting = Array.from({ length: 24 }, () => send(url, '/v1/test', [], ''));
  expect(await send(url, '/v1/x')).toBe(200);
  release();
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 24 }, () => 200));
});

describe('bodies that are not whole yet', () => {
  const megabyte = 1024 * 1024;

  test('take so much room in all, and give it back when their sender goes away', async () => {
    const room = new BodyRoom(10 * megabyte);
    const url = await start({ handlers: { 'POST /v1/x': answer('x') }, room });
    const unfinished = await Promise.all(Array.from({ length: 9 }, () => begin(url, megabyte)));
    expect(await send(url, '/v1/x', [], Buffer.alloc(megabyte / 2))).toBe(200);
    expect(await send(url, '/v1/x', [], Buffer.alloc(2 * megabyte))).toBe(503);
    for (const sent of unfinished) sent.destroy();
    await vi.waitFor(async () => expect(await send(url, '/v1/x', [], Buffer.alloc(2 * megabyte))).toBe(200));
    expect(await send(url, '/v1/x', [], Buffer.alloc(9 * megabyte))).toBe(200);
  });

  /** Sends so much of a body, and no more; resolves when it has gone out. */
  function begin(url: string, bytes: number): Promise<ClientRequest> {
    const { hostname, port } = new URL(url);
    const headers = { 'content-length': 2 * bytes };
    const sent = request({ hostname, port, method: 'POST', path: '/v1/x', headers });
    sent.on('error', () => {});
    return new Promise((resolve) => {
      sent.write(Buffer.alloc(bytes), () => setTimeout(() => resolve(sent), 100));
    });
  }
});

describe('gateway failures', () => {
  test('a handler that rejects is a 500 with nothing of the reason', async () => {
    const handlers = { 'GET /v1/x': async () => Promise.reject(new Error('secret')) };
    const url = await start({ handlers });
    const failed = await fetch(`${url}/v1/x`);
    expect([failed.status, await failed.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    expect(log.error).toHaveBeenCalledWith('handler failed', expect.objectContaining({ error: new Error('secret') }));
    expect((await fetch(`${url}/v1/none`)).status).toBe(404);
  });

  test('stopping waits for the answer of a request in flight', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const handler = async (): Promise<APIGatewayProxyStructuredResultV2> => {
      enter();
      await released;
      return { statusCode: 200, body: '"done"' };
    };
    const url = await start({ handlers: { 'GET /v1/x': handler } });
    const response = fetch(`${url}/v1/x`);
    await entered;
    const stopped = stop();
    await expect(fetch(`${url}/v1/x`)).rejects.toThrow();
    release();
    expect(await (await response).json()).toBe('done');
    await stopped;
  });
});
