import { expect, test } from 'vitest';
import { gatewayUnderTest } from './gateway-under-test.ts';

const { start, answer, events } = gatewayUnderTest();
const origin = 'https://dashboard.example.com';

test("a browser's preflight is answered without a function", async () => {
  const url = await start({ handlers: { 'POST /v1/x': answer('x') } });
  const preflight = await fetch(`${url}/v1/x`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-svc-signature');
  expect(events).toEqual([]);
});

test('a page of another origin may read the answer and the headers that it needs', async () => {
  const url = await start({ handlers: { 'GET /v1/x': answer('x') } });
  const { headers } = await fetch(`${url}/v1/x`, { headers: { origin } });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-expose-headers')?.split(',')).toEqual(
    expect.arrayContaining(['x-request-id', 'ratelimit', 'ratelimit-policy']),
  );
});

test.each(['GET', 'OPTIONS'])('a page of ours is read by no other: %s', async (method) => {
  const url = await start({ handlers: { 'GET /p/notes/{token}': answer('page') } });
  for (const path of ['/p/notes/a', '/%70/notes/a', '/p/nothing']) {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const answered = await fetch(url + path, { method, headers });
    expect([...answered.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('a call from no page gets no such headers', async () => {
  const url = await start({ handlers: { 'GET /v1/x': answer('x') } });
  expect((await fetch(`${url}/v1/x`)).headers.get('access-control-allow-origin')).toBeNull();
});
