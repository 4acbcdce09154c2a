import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../../local/process/log.ts';
import { requestLine, signatureLine } from '../../../local/process/request-lines.ts';
import { gatewayUnderTest, send } from '../gateway/gateway-under-test.ts';

const { start, answer, answered } = gatewayUnderTest();
const at = expect.any(Number);

describe('the gateway tells of each request', () => {
  test('its method, path without the query, status, type and request id', async () => {
    const headers = { 'x-request-id': 'req_1' };
    const body = '{"type":"VALIDATION_ERROR","detail":"no"}';
    const url = await start({ handlers: { 'POST /v1/x': async () => ({ statusCode: 400, headers, body }) } });
    await fetch(`${url}/v1/x?secret=1`, { method: 'POST', body: '{}' });
    const told = { at, method: 'POST', path: '/v1/x', milliseconds: 0 };
    expect(answered).toEqual([{ ...told, status: 400, type: 'VALIDATION_ERROR', requestId: 'req_1' }]);
  });

  test('a challenge by its type, and no other success by one', async () => {
    const challenge = async () => ({ statusCode: 202, body: '{"type":"SIGNATURE_CHALLENGE","requestId":"x"}' });
    const event = async () => ({ statusCode: 200, body: '{"type":"OFFRAMP"}' });
    const url = await start({ handlers: { 'GET /v1/challenge': challenge, 'GET /v1/event': event } });
    await fetch(`${url}/v1/challenge`);
    await fetch(`${url}/v1/event`);
    expect(answered.map(({ status, type }) => [status, type])).toEqual([
      [202, 'SIGNATURE_CHALLENGE'],
      [200, undefined],
    ]);
  });

  test('what it answers itself too', async () => {
    const url = await start({ requestsPerMinute: 1 });
    await send(url, '/v1/%zz');
    await fetch(`${url}/v1/x`);
    expect(answered.map(({ status, type, requestId }) => [status, type, requestId])).toEqual([
      [400, undefined, undefined],
      [429, 'RATE_LIMITED', expect.stringMatching(/^req_/)],
    ]);
  });

  test('an answer that is compressed as any other', async () => {
    const body = JSON.stringify({ type: 'NOT_FOUND', detail: 'x'.repeat(10_000) });
    const headers = { 'cache-control': 'public' };
    const url = await start({ handlers: { 'GET /v1/x': async () => ({ statusCode: 404, headers, body }) } });
    const response = await fetch(`${url}/v1/x`);
    expect([response.headers.get('content-encoding'), answered[0]?.type]).toEqual(['gzip', 'NOT_FOUND']);
  });

  test('no token that a path has, and of a long path the beginning', async () => {
    const url = await start({ handlers: { 'GET /v1/pages/{token}/pay': answer('page') } });
    await fetch(`${url}/v1/pages/open-sesame/pay`);
    await fetch(`${url}/v1/${'x'.repeat(1000)}`);
    expect(answered.map(({ path }) => path.length < 400 && path)).toEqual([
      '/v1/pages/{token}/pay',
      expect.stringMatching(/^\/v1\/x+$/),
    ]);
  });
});

describe('no line shows what opens a page', () => {
  const token = `${'a'.repeat(8)}.lnk_0123.${'0123456789abcdef'.repeat(2)}`;

  test.each([
    ['a method that it has not', 'POST', `/p/checkout/${token}`, '/p/checkout/{token}'],
    ['a path below it', 'GET', `/p/checkout/${token}/nothing`, '/p/checkout/{token}/nothing'],
    ['a slash too many', 'GET', `//p/checkout/${token}`, '//p/checkout/{token}'],
    ['another prefix', 'GET', `/business/api/v1/p/checkout/${token}?x=1`, '/business/api/v1/p/checkout/{token}'],
    ['escapes', 'GET', `/x/${token.replaceAll('.', '%2e').replaceAll('0', '%30')}`, '/x/{token}'],
    ['escapes of escapes', 'GET', `/x/${token.replaceAll('.', '%25%32e')}`, '/x/{token}'],
    ['a broken escape', 'GET', `/p/checkout/${token}/%zz`, '/p/checkout/{token}/%zz'],
    ['a part of it', 'GET', `/p/checkout/${token.slice(0, -8)}`, '/p/checkout/{token}'],
    ['capitals', 'GET', `/p/checkout/${token.toUpperCase()}`, '/p/checkout/{token}'],
    ['a long path before it', 'GET', `/${'x'.repeat(280)}/${token}`, `/${'x'.repeat(280)}/{token}`],
  ])('where no route has it: %s', async (_what, method, path, shown) => {
    const url = await start({ handlers: { 'GET /p/checkout/{token}': answer('page') } });
    await send(url, path, [], method === 'POST' ? '' : undefined);
    expect(answered.map((one) => one.path)).toEqual([shown]);
  });
});

test('a line on the terminal has time, method, path, status, type, milliseconds and request id', () => {
  const request = { at: Date.parse('2026-03-01T12:00:05'), method: 'GET', path: '/v1/x', milliseconds: 7 };
  expect(requestLine({ ...request, status: 200, requestId: 'req_1' })).toBe('12:00:05 GET /v1/x 200 7 ms req_1');
  expect(requestLine({ ...request, status: 404, type: 'NOT_FOUND' })).toBe('12:00:05 GET /v1/x 404 NOT_FOUND 7 ms');
});

test('what a caller sent cannot steer the terminal', () => {
  const hostile = '\u001b[2J\u009b\u202e\n';
  const line = requestLine({ at: 0, method: 'GET', path: hostile, status: 404, milliseconds: 0 });
  const shown = signatureLine({ requestId: 'req_1', reason: 'no', expected: `akid\nGET\n${hostile}` });
  expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(shown).toBe('SIGNATURE_INVALID of req_1: no\n  expected: "akid\\nGET\\n\\u001b[2J\\u009b\\u202e\\n"');
});

describe('the log of the stack', () => {
  test('is set aside while it runs where it grows too large, and one older file is kept', () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-log-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'sluice.log');
    const log = openLog(file, { terminal: () => {}, onFailure: expect.unreachable, rotateBytes: 1_000 });
    for (let line = 0; line < 100; line += 1) log.info('request', { line });
    log.close();
    const linesOf = (path: string) =>
      readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text).line);
    const lines = [...linesOf(`${file}.1`), ...linesOf(file)];
    expect(lines).toEqual(Array.from(lines, (_, index) => 100 - lines.length + index));
    expect(readFileSync(`${file}.1`).length).toBeLessThan(1_200);
    expect(existsSync(`${file}.2`)).toBe(false);
  });

  test('shows a failure of ours with its causes on the terminal', () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-log-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const lines: string[] = [];
    const log = openLog(join(directory, 'sluice.log'), { terminal: (line) => lines.push(line), onFailure: () => {} });
    const error = new Error('not known', { cause: new Error('socket hang up') });
    log.error('request', { operation: 'fundSandbox', requestId: 'req_1', error });
    log.close();
    expect(lines).toEqual(['error: fundSandbox: not known, because: socket hang up (request req_1)']);
  });
});
