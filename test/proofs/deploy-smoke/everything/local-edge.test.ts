import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCleanup } from '../../../../local/process/cleanup.ts';
import { startLocalEdge } from './local-edge.ts';

let cleanup: ReturnType<typeof createCleanup>;
let edge: string;

beforeEach(async () => {
  cleanup = createCleanup(() => {});
  // The gateway says what it was asked.
  const gateway = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const { 'x-origin-secret': secret, cookie } = headers;
    const asked = { method, url, secret, cookie, body: await text(request) };
    response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'] }).end(JSON.stringify(asked));
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  cleanup.add(() => void gateway.close());
  const endpoint = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const cloud = { endpoint, region: 'us-east-1', credentials: { accessKeyId: '', secretAccessKey: '' } };
  const deployed = { apiId: 'api', webApiId: 'web' } as Parameters<typeof startLocalEdge>[1];
  edge = await startLocalEdge(cloud, deployed, { 'x-origin-secret': 'ours' }, cleanup);
});
afterEach(() => cleanup.run());

test.each([
  ['/business/api/v1/health?deep=1', 'api'],
  ['/business/api/v10', 'web'],
  ['/docs', 'web'],
  ['/p/checkout/a%2Fb?c=%20d', 'web'],
  ['/', 'web'],
])('%s reaches the API %s as it was sent, with what the edge adds', async (path, api) => {
  const headers = { cookie: 'c=3', 'x-origin-secret': 'forged' };
  const answer = await fetch(edge + path, { method: 'POST', body: 'sent', headers });
  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const url = `/_aws/execute-api/${api}/$default${path}`;
  expect(await answer.json()).toEqual({ method: 'POST', url, secret: 'ours', cookie: 'c=3', body: 'sent' });
});
