import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../../shared/contract/site.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { answerSite, type SiteRuntime } from '../../../shared/http/site/answer-site.ts';
import { notFound, type ReadFile, type SiteFiles } from '../../../shared/http/site/site-files.ts';

const site: Site = { name: 'showSample', summary: 'Show a sample', paths: ['/', '/docs/{file}'] };
const page = '<!doctype html><title>Sample</title>';
const etag = `W/"${createHash('sha256').update(page).digest('hex').slice(0, 32)}"`;
const policy = "default-src 'none'";
const shown: ReadFile = {
  forms: { br: 'home.br', gzip: 'home.gz' },
  contentType: 'text/html; charset=utf-8',
  etag,
  policy,
  contents: { br: brotliCompressSync(page), gzip: gzipSync(page) },
};
const font = Buffer.from('wOF2');
const files: SiteFiles = new Map<string, ReadFile>([
  ['/', shown],
  [notFound, shown],
  ['/docs/font.woff2', { ...shown, contentType: 'font/woff2', contents: { identity: font }, isFinal: true }],
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
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['br;q=0.0, gzip;q=0', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ])('answers a reader who accepts %s with the encoding %s', async (accepted, encoding) => {
    const answer = await get('/', accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(answer.headers?.['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({ vary: 'accept-encoding' });
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(decode(bytesOf(answer)).toString()).toBe(page);
  });

  test('answers what compression does not make smaller as it is, for a year', async () => {
    const answer = await get('/docs/font.woff2', { 'accept-encoding': 'br, gzip' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(bytesOf(answer)).toEqual(font);
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

  test.each(['/docs/none', '/docs/../etc/passwd', '/docs/%2e%2e', '/docs/__proto__', '/docs/home.gz', '/not-found'])(
    'answers %s with a page in a browser and JSON elsewhere, which nobody keeps',
    async (path) => {
      const inBrowser = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect(inBrowser).toMatchObject({
        statusCode: 404,
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      });
      expect(inBrowser.headers).not.toHaveProperty('etag');
      expect(bytesOf(inBrowser).toString()).toBe(page);
      for (const accept of ['*/*', 'application/json', undefined]) {
        const elsewhere = await get(path, accept === undefined ? {} : { accept });
        expect(elsewhere).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-store' } });
        expect(JSON.parse(elsewhere.body ?? '')).toMatchObject({
          type: 'NOT_FOUND',
          resolution: 'The documentation starts at /docs.',
        });
      }
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
