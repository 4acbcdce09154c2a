import { describe, expect, test } from 'vitest';
import { gatewayUnderTest, send } from './gateway-under-test.ts';

const { start, answer, events } = gatewayUnderTest();

describe('gateway event', () => {
  test('it has the shape of payload format 2.0', async () => {
    const url = await start({ handlers: { 'GET /v1/organizations/{orgId}/orders': answer('orders') } });
    const headers = ['User-Agent', 'test', 'X-Two', 'a', 'x-two', 'b', 'Cookie', 'c=1; d=2'];
    await send(url, '/v1/organizations/org%2E1/orders?status=a%20b&status=c&x=', headers);
    expect(events[0]).toEqual({
      version: '2.0',
      routeKey: 'GET /v1/organizations/{orgId}/orders',
      rawPath: '/v1/organizations/org.1/orders',
      rawQueryString: 'status=a%20b&status=c&x=',
      headers: { host: 'api.localhost', 'user-agent': 'test', 'x-two': 'a,b', connection: 'keep-alive' },
      cookies: ['c=1', 'd=2'],
      queryStringParameters: { status: 'a b,c', x: '' },
      pathParameters: { orgId: 'org.1' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: 'api.localhost',
        domainPrefix: 'local',
        http: {
          method: 'GET',
          path: '/v1/organizations/org.1/orders',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: expect.stringMatching(/^req_/),
        routeKey: 'GET /v1/organizations/{orgId}/orders',
        stage: '$default',
        time: '20/Nov/2026:23:04:30 +0000',
        timeEpoch: Date.UTC(2026, 10, 20, 23, 4, 30),
      },
      isBase64Encoded: false,
    });
  });

  test('a body is text when it is UTF-8 and base64 when it is not', async () => {
    const url = await start({ handlers: { 'POST /v1/x': answer('x') } });
    await send(url, '/v1/x', [], '{"name":"Zoë"}');
    await send(url, '/v1/x', [], Buffer.from([0xff, 0xfe]));
    expect(events.map(({ body, isBase64Encoded }) => [body, isBase64Encoded])).toEqual([
      ['{"name":"Zoë"}', false],
      ['//4=', true],
    ]);
  });

  test('a slash that is escaped stays inside its parameter', async () => {
    const url = await start({ handlers: { 'GET /v1/x/{id}': answer('x') } });
    await send(url, '/v1/x/a%2Fb');
    expect(events[0]?.pathParameters).toEqual({ id: 'a/b' });
  });
});

describe('gateway routes', () => {
  test('a literal segment wins over a parameter', async () => {
    const url = await start({
      handlers: { 'GET /v1/batches/{id}': answer('one'), 'GET /v1/batches/template': answer('template') },
    });
    const route = async (path: string) => (await fetch(url + path)).headers.get('x-route');
    expect(await route('/v1/batches/template')).toBe('template');
    expect(await route('/v1/batches/pb_1')).toBe('one');
  });

  test.each(['/v1/x/', '/v1', '/v1/x/y', '//v1/x', '/'])('%s leads to the default route', async (path) => {
    const url = await start({ handlers: { 'GET /v1/x': answer('x'), 'GET /v1/x/{id}/y': answer('y') } });
    expect(await send(url, path)).toBe(404);
  });

  test('another method leads to the default route', async () => {
    const url = await start({ handlers: { 'GET /v1/x': answer('x') } });
    expect((await fetch(`${url}/v1/x`, { method: 'DELETE' })).status).toBe(404);
  });

  test('broken escapes are a bad request', async () => {
    expect(await send(await start(), '/v1/%zz')).toBe(400);
  });
});
