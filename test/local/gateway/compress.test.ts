import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compress } from '../../../local/gateway/compress.ts';
import { gatewayUnderTest } from './gateway-under-test.ts';

const { start } = gatewayUnderTest();

const body = JSON.stringify({ text: 'the same for everybody '.repeat(100) });
const kept = { statusCode: 200, headers: { 'cache-control': 'public, max-age=300' }, body };

describe('what a cache may keep for everybody', () => {
  test('arrives compressed, and whole', async () => {
    const url = await start({ handlers: { 'GET /v1/x': async () => kept } });
    const answer = await fetch(`${url}/v1/x`, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(body.length / 4);
    expect(await answer.text()).toBe(body);
  });

  test.each(['gzip', 'br, gzip;q=0.8', 'deflate,GZIP ; q=1.0'])('is compressed for %j', async (offer) => {
    const result = await compress(kept, offer);
    expect(gunzipSync(Buffer.from(result.body ?? '', 'base64')).toString()).toBe(body);
  });

  test.each([undefined, '', 'br', 'gzip;q=0', 'identity, gzip;q=0.0'])('is sent as it is for %j', async (offer) => {
    expect(await compress(kept, offer)).toMatchObject({ body, headers: { vary: 'accept-encoding' } });
  });
});

test.each([
  ['is of one caller', { ...kept, headers: { 'cache-control': 'no-store' } }],
  ['says nothing of caches', { statusCode: 200, body }],
  ['is short', { ...kept, body: '{}' }],
])('what %s stays as it is', async (_what, result) => {
  expect(await compress(result, 'gzip')).toBe(result);
});
