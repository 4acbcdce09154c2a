import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handSigned } from '../support/hand-signed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const balance = '/payments/organizations/{orgId}/balance';

let stack: TestStack;
afterAll(() => stack?.[Symbol.asyncDispose]());

describe('the terminal of the one-machine stack', () => {
  beforeAll(async () => {
    stack = await startTestStack();
  });

  test('shows one line for each request', async () => {
    const { headers } = await handSigned(stack)('GET', `${balance}?`);
    const line = `GET /business/api/v1${balance.replace('{orgId}', stack.organizationId)} 200`;
    const requestId = headers.get('x-request-id') ?? '';
    await expect
      .poll(() => lines(requestId))
      .toEqual([expect.stringMatching(`^\\d\\d:\\d\\d:\\d\\d ${line} \\d+ ms req_`)]);
  });

  test('shows the string that should have been signed, where a signature is wrong', async () => {
    const nonce = randomUUID();
    const answer = await handSigned(stack)('GET', `${balance}?a=1`, { headers: { 'x-svc-nonce': nonce } });
    expect(answer.body).not.toHaveProperty('expected');
    const requestId = answer.headers.get('x-request-id') ?? '';
    await expect
      .poll(() => lines(requestId))
      .toEqual([
        `SIGNATURE_INVALID of ${requestId}: the signature was not made over this string with the private key of the named key`,
        expect.stringMatching(/^\S+ GET \S+ 401 SIGNATURE_INVALID \d+ ms req_/),
      ]);
    const target = `/business/api/v1${balance.replace('{orgId}', stack.organizationId)}?a=1`;
    const [, expected = ''] = /^ {2}expected: (.*)$/m.exec(stack.output()) ?? [];
    expect(JSON.parse(expected).split('\n')).toEqual([
      stack.apiKey.id,
      'GET',
      target,
      expect.stringMatching(/^[0-9a-f]{64}$/),
      '',
      expect.stringMatching(/^\d{10}$/),
      nonce,
    ]);
  });

  test('shows nothing of requests with --quiet', async () => {
    await stack[Symbol.asyncDispose]();
    stack = await startTestStack({ args: ['--quiet'] });
    const greeted = stack.output();
    expect((await handSigned(stack)('GET', balance)).status).toBe(200);
    const wrong = await handSigned(stack)('GET', balance, { headers: { 'x-svc-nonce': 'another' } });
    expect(wrong.body.type).toBe('SIGNATURE_INVALID');
    await stack.stop();
    expect(stack.output().replace(greeted, '').split('\n')).toEqual(['Stopping. Ctrl-C again forces it.', '']);
  });
});

/** Lines of the terminal that name a request. */
function lines(requestId: string): string[] {
  return stack
    .output()
    .split('\n')
    .filter((line) => line.includes(requestId));
}
