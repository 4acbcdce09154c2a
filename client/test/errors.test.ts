import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { isSluiceError, SluiceError } from '../src/index.ts';
import { reasonOf } from '../src/unreachable.ts';
import { refusal, startService } from './support/service.ts';

/** The address of a port that was just in use and no longer is. */
async function closedPort(): Promise<URL> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return new URL(`http://127.0.0.1:${port}`);
}

async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return error;
  }
}

describe('an error', () => {
  test("carries the service's error body", async () => {
    const faults = [{ path: 'snapshotId', message: 'is missing', code: 'required' }];
    const service = await startService(
      refusal('VALIDATION_ERROR', 400, {}, { errors: faults, docs: '/docs/errors#VALIDATION_ERROR' }),
    );

    const error = await failureOf(service.client().acceptQuote({ snapshotId: '' }));

    expect(error).toBeInstanceOf(SluiceError);
    expect(error).toMatchObject({
      message: 'VALIDATION_ERROR: VALIDATION_ERROR in words',
      type: 'VALIDATION_ERROR',
      status: 400,
      detail: 'VALIDATION_ERROR in words',
      resolution: 'Do this.',
      requestId: 'req_1',
      docs: expect.stringMatching(/^http:\/\/[\w.:]+\/docs\/errors#VALIDATION_ERROR$/),
      errors: faults,
      attempts: 1,
    });
  });

  test('has the additional fields of its type, and the key it was sent under', async () => {
    const extras = { originalIdempotencyKey: 'first', originalPayoutId: 'po_1' };
    const service = await startService(refusal('DUPLICATE_REQUEST_DETECTED', 409, {}, extras));

    const error = await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }));

    expect(isSluiceError(error, 'DUPLICATE_REQUEST_DETECTED') && error.extras).toEqual(extras);
    expect(error).toHaveProperty('idempotencyKey', service.received[0]?.headers['idempotency-key']);
  });

  test('of a read has no key', async () => {
    const service = await startService(refusal('NOT_FOUND', 404));

    const error = await failureOf(service.client().listBalanceTransactions());

    expect(error).toMatchObject({ type: 'NOT_FOUND', idempotencyKey: undefined });
  });

  test('is narrowed by its type', () => {
    const error: unknown = new SluiceError('INSUFFICIENT_BALANCE', 'too little');

    if (isSluiceError(error)) expectTypeOf(error.status).toEqualTypeOf<number | undefined>();
    if (isSluiceError(error, 'INSUFFICIENT_BALANCE', 'TIMEOUT')) {
      expectTypeOf(error.type).toEqualTypeOf<'INSUFFICIENT_BALANCE' | 'TIMEOUT'>();
    }
    expect(isSluiceError(error, 'TIMEOUT')).toBe(false);
    expect(isSluiceError(new Error('other'))).toBe(false);
  });
});

describe('without an answer', () => {
  test('silence is TIMEOUT with its cause', async () => {
    const service = await startService('silence');
    const client = service.client({ maxRetries: 0 });

    const error = await failureOf(client.acceptQuote({ snapshotId: 'qs_1' }, { timeoutMs: 50 }));

    const detail = `No answer from ${new URL(service.baseUrl).origin} within 50 ms.`;
    expect(error).toMatchObject({ type: 'TIMEOUT', status: undefined, detail });
    expect((error as Error).cause).toBeInstanceOf(Error);
    expect(error).toHaveProperty('idempotencyKey', expect.any(String));
  });

  test('a closed connection is NETWORK_ERROR with its cause', async () => {
    const service = await startService('hang up');

    const error = await failureOf(service.client({ maxRetries: 0 }).acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'NETWORK_ERROR', status: undefined });
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  test('a port where nobody listens is named, without the query', async () => {
    const service = await startService();
    const { origin, host } = await closedPort();

    const error = await failureOf(service.client({ baseUrl: origin, maxRetries: 0 }).listOrders({ reference: 'mine' }));

    expect(error).toMatchObject({
      type: 'NETWORK_ERROR',
      detail: `No whole answer from ${origin}: nothing listens there: connect ECONNREFUSED ${host}.`,
    });
  });

  test('an answer that breaks off is no mistake of the address', async () => {
    const service = await startService('hang up');

    const error = await failureOf(service.client({ maxRetries: 0 }).getBalance());

    const { origin } = new URL(service.baseUrl);
    expect(error).toHaveProperty('detail', expect.stringMatching(`^No whole answer from ${origin}: \\w`));
  });

  test("the edge's HTML is NETWORK_ERROR with its status", async () => {
    const service = await startService({ status: 403, body: '<html>Blocked</html>' });

    const error = await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'NETWORK_ERROR', status: 403 });
  });

  test("the edge's 429 is RATE_LIMITED", async () => {
    const service = await startService({ status: 429, body: 'slow down' });

    const error = await failureOf(service.client({ maxRetries: 0 }).acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'RATE_LIMITED', status: 429 });
  });

  test('a redirect is not followed', async () => {
    const service = await startService({ status: 307, headers: { location: '/elsewhere' } });

    const error = await failureOf(service.client({ maxRetries: 0 }).acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'NETWORK_ERROR' });
    expect(service.received).toHaveLength(1);
  });
});

describe('the reason that is given', () => {
  const failed = (cause: unknown) => new TypeError('fetch failed with a header: Bearer secret', { cause });
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });

  test.each<[string, unknown, string]>([
    [
      'a name that is not in the DNS',
      failed(Object.assign(new Error('getaddrinfo ENOTFOUND a.invalid'), { code: 'ENOTFOUND' })),
      ': its name has no address: getaddrinfo ENOTFOUND a.invalid.',
    ],
    [
      'a certificate',
      failed(Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })),
      ': self-signed certificate.',
    ],
    [
      'every address of a name',
      failed(new AggregateError([refused('::1:80'), refused('127.0.0.1:80')])),
      ': nothing listens there: connect ECONNREFUSED ::1:80, connect ECONNREFUSED 127.0.0.1:80.',
    ],
    ['nothing, as in browsers', failed(undefined), '.'],
    ['nothing that was thrown', undefined, '.'],
  ])('is of %s, and quotes no header', (_, failure, reason) => {
    expect(reasonOf(failure)).toBe(reason);
  });
});

describe("the caller's signal", () => {
  test('ends a call in flight with its reason', async () => {
    const service = await startService('silence');
    const controller = new AbortController();
    const failure = failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }, { signal: controller.signal }));
    await vi.waitFor(() => expect(service.received).toHaveLength(1));
    controller.abort(new Error('enough'));

    expect(await failure).toEqual(new Error('enough'));
    expect(service.received).toHaveLength(1);
  });

  test('ends the wait before a retry', async () => {
    const service = await startService(refusal('RATE_LIMITED', 429, { 'retry-after': '30' }));
    const signal = AbortSignal.timeout(100);

    const error = await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }, { signal }));

    expect(error).toBe(signal.reason);
    expect(service.received).toHaveLength(1);
  });

  test('that is aborted already sends nothing', async () => {
    const service = await startService();

    await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }, { signal: AbortSignal.abort() }));

    expect(service.received).toHaveLength(0);
  });
});
