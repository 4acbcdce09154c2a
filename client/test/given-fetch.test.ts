import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Sluice, type SluiceError } from '../src/index.ts';
import { type Reply, startService } from './support/service.ts';

const payout: Reply = { status: 200, body: { payoutId: 'po_1' } };
const quote = { snapshotId: 'qs_1' };

test("a fetch that refuses to be a method, as a window's, works", async () => {
  const service = await startService(payout);
  const strict = function (this: unknown, ...args: Parameters<typeof fetch>) {
    if (this !== undefined) throw new TypeError('Illegal invocation');
    return fetch(...args);
  };

  expect(await service.client({ fetch: strict }).acceptQuote(quote)).toEqual({ payoutId: 'po_1' });
});

/** Calls with a `fetch` that throws this every time. */
async function failing(thrown: unknown, maxRetries = 0): Promise<{ error: SluiceError; calls: number }> {
  const service = await startService();
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    throw thrown;
  };
  const call = service.client({ fetch, maxRetries }).acceptQuote(quote, { idempotencyKey: 'mine' });
  return {
    error: await call.then(
      () => expect.unreachable(),
      (error: unknown) => error as SluiceError,
    ),
    calls,
  };
}

describe('what a given fetch throws', () => {
  test.each<[string, unknown, string]>([
    ['an error', new Error('the pool is empty'), ': the pool is empty.'],
    [
      'an error with a cause',
      new Error('upstream failed', { cause: new Error('certificate has expired') }),
      ': upstream failed: certificate has expired.',
    ],
    ['a text', 'no route', ': no route.'],
    ['nothing', undefined, ': undefined.'],
  ])('is told: %s', async (_, thrown, told) => {
    const { error } = await failing(thrown);

    expect(error).toMatchObject({ type: 'NETWORK_ERROR', idempotencyKey: 'mine', attempts: 1 });
    expect(error.detail).toMatch(/^No whole answer from http:\/\/127\.0\.0\.1:\d+: /);
    expect(error.detail.endsWith(told)).toBe(true);
  });

  test.each([
    new TypeError('boom'),
    Object.assign(new TypeError('must be of type string'), { code: 'ERR_INVALID_ARG_TYPE' }),
    new TypeError("Cannot read properties of undefined (reading 'fetch')"),
    new TypeError('network.fetch is not a function'),
    new ReferenceError('agent is not defined'),
    new RangeError('Invalid array length'),
    new Error('wrapped', { cause: new TypeError('boom') }),
  ])('is not tried again when it is a mistake: %s', async (thrown) => {
    const { error, calls } = await failing(thrown, 2);

    expect(calls).toBe(1);
    expect(error.message).toContain(thrown.message);
    expect(error.cause).toBe(thrown.name === 'Error' ? thrown.cause : thrown);
  });

  test.each([
    new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
    new TypeError('Failed to fetch'),
    Object.assign(new TypeError('ECONNRESET: The socket connection was closed'), { code: 'ECONNRESET' }),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
    new TypeError('network error'),
    new TypeError('terminated'),
    new TypeError('error sending request for url (http://127.0.0.1:1/)'),
    new Error('Network connection lost.'),
    new Error('socket hang up'),
    'ECONNRESET',
  ])('is tried again when it is of the network: %s', async (thrown) => {
    expect((await failing(thrown, 1)).calls).toBe(2);
  });
});

describe('the secrets that a given fetch was sent', () => {
  test('are in no error', async () => {
    const secret = 'secret-token-of-the-session';
    const service = await startService();
    const { baseUrl } = service;
    for (const make of [Error, TypeError]) {
      const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
        const sent = `${input} ${JSON.stringify(init?.headers)} ${init?.body ?? ''}`;
        throw new make(`cannot send ${sent}`, { cause: new Error(`because of ${sent}`) });
      };
      const client = new Sluice({ baseUrl, organizationId: 'org1', session: secret, fetch, maxRetries: 0 });

      const error = await client.listOrders({ reference: 'private-note' }).then(
        () => expect.unreachable(),
        (reason: unknown) => reason as Error,
      );

      expect(error.message).toContain('cannot send ');
      expect(inspect(error, { depth: 9 })).not.toMatch(/secret-token|private-note/);
    }
  });

  test('are a signature and a body, too', async () => {
    const service = await startService();
    const sent: string[] = [];
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      sent.push(headers.get('x-svc-signature') ?? '', String(init?.body));
      throw new Error(`cannot send ${sent.join(' ')}`);
    };

    const error = await service
      .client({ fetch, maxRetries: 0 })
      .acceptQuote(quote)
      .catch((reason) => reason);

    expect(sent).toHaveLength(2);
    for (const secret of sent) expect(inspect(error)).not.toContain(secret);
  });
});

test('a given fetch that gives no Response is told once', async () => {
  const service = await startService();
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return undefined as unknown as Response;
  };

  await expect(service.client({ fetch }).acceptQuote(quote)).rejects.toMatchObject({
    type: 'NETWORK_ERROR',
    detail: expect.stringContaining('Cannot read properties of undefined'),
  });
  expect(calls).toBe(1);
});
