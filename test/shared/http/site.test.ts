import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../../shared/contract/site.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { answerSite, type SiteRuntime } from '../../../shared/http/site/answer-site.ts';
import type { ReadFile, SiteFiles } from '../../../shared/http/site/site-files.ts';

const site: Site = { name: 'showSample', summary: 'Show a sample', paths: ['/', '/docs/{file}'] };
const page = '<!doctype html><title>Sample</title>';
const etag = `W/"${createHash('sha256').update(page).digest('hex').slice(0, 32)}"`;
const policy = "default-src 'none'";
const shown: ReadFile = {
  file: 'home.gz',
  contentType: 'text/html; charset=utf-8',
  etag,
  policy,
  content: gzipSync(page),
};
const files: SiteFiles = new Map([
  ['/', shown],
  ['/docs/all.json', { ...shown, contentType: 'application/json', saveAs: 'all.json' }],
]);

let lines: [string, unknown][];
let runtime: SiteRuntime;

beforeEach(() => {
  lines = [];
  const note = (message: unknown, fields?: unknown) => void lines.push([message as string, fields]);
  runtime = {
    clock: () => 1_767_225_600_000,
    ids: createIds(),
    log: { debug: note, info: note, warn: note, error: note } as SiteRuntime['log'],
    secrets: { sealingKeys: () => Promise.reject(new Error('a site seals nothing')) },
  };
});

function get(rawPath: string, headers: Record<string, string> = {}, of = runtime) {
  const http = { method: 'GET', path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: '' };
  const event = { rawPath, rawQueryString: '', headers, requestContext: { http, requestId: 'gw-1' } };
  return answerSite(site, of, async () => files)(event as unknown as APIGatewayProxyEventV2);
}

const bytesOf = ({ body = '' }: { body?: string }) => Buffer.from(body, 'base64');

describe('a site', () => {
  test('answers a file compressed to who takes that, and plain to others', async () => {
    const compressed = await get('/', { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(bytesOf(compressed)).toString()).toBe(page);
    for (const header of [undefined, 'br', 'gzip;q=0', 'gzip; q=0.0, br']) {
      const plain = await get('/', header === undefined ? {} : { 'accept-encoding': header });
      expect(plain.headers, header).not.toHaveProperty('content-encoding');
      expect(bytesOf(plain).toString(), header).toBe(page);
    }
  });

  test('lets caches keep it, and tells a browser what the page may load', async () => {
    const { statusCode, headers } = await get('/');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      etag,
    });
  });

  test('sends nothing to who has it already', async () => {
    for (const tags of [etag, `"other", ${etag}`, '*']) {
      expect(await get('/', { 'if-none-match': tags })).toMatchObject({ statusCode: 304, body: '' });
    }
    expect((await get('/', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  });

  test('offers a download under its name', async () => {
    expect((await get('/docs/all.json')).headers).toMatchObject({
      'content-disposition': 'attachment; filename="all.json"',
    });
  });

  test.each(['/docs/none', '/docs/../etc/passwd', '/docs/%2e%2e', '/docs/__proto__', '/docs/home.gz'])(
    'answers %s with a page that says that there is none, which nobody keeps',
    async (path) => {
      const { statusCode, headers, body } = await get(path);
      expect(statusCode).toBe(404);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      expect(body).toContain('This page does not exist.');
    },
  );

  test('refuses who did not pass the edge, where there is one', async () => {
    const behind = {
      ...runtime,
      secrets: { ...runtime.secrets, provesOrigin: async (given: string) => given === 'x' },
    };
    expect((await get('/', {}, behind)).statusCode).toBe(403);
    expect((await get('/', { 'x-origin-secret': 'x' }, behind)).statusCode).toBe(200);
  });

  test('leaves one line a request, which counts nothing', async () => {
    await get('/docs/none', { 'x-amz-cf-id': 'k7HFdQvDz3Vw1tJtqJp9m0Xw==' });
    const fields = {
      operation: 'showSample',
      status: 404,
      gatewayRequestId: 'gw-1',
      edgeRequestId: 'k7HFdQvDz3Vw1tJtqJp9m0Xw==',
      milliseconds: 0,
    };
    expect(lines).toEqual([['request', { ...fields, requestId: expect.stringMatching(/^req_/) }]]);
  });

  test('leaves a failure of its own to whoever runs it', async () => {
    const broken = answerSite(site, runtime, () => Promise.reject(new Error('no folder')));
    const http = { method: 'GET', sourceIp: '203.0.113.7' };
    const event = { rawPath: '/', rawQueryString: '', headers: {}, requestContext: { http, requestId: 'gw-1' } };
    await expect(broken(event as unknown as APIGatewayProxyEventV2)).rejects.toThrow('no folder');
  });
});
