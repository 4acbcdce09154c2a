import { beforeAll, describe, expect, test } from 'vitest';
import { expectError, storedItems } from '../../../support/answers.ts';
import { lostAnswer, readsHead } from '../../../support/faults.ts';
import { fund, pathOf, recipientBody } from '../../../support/journey.ts';
import { quotes } from '../../../support/quotes.ts';
import { TestService } from '../../../support/service.ts';
import { prepared, send } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

describe('the header', () => {
  test.each(['acceptQuote', 'createRecipient'])('%s needs it', async (operation) => {
    const { path, organization, body, executions } = await prepared(operation, service);
    expectError(await service.call('POST', path, organization, { body }), 'IDEMPOTENCY_KEY_REQUIRED', { status: 400 });
    expect(await executions()).toBe(0);
  });

  test.each(['fundSandbox', 'createQuote'])('%s runs without it, each time anew', async (operation) => {
    const { path, organization, body, executions } = await prepared(operation, service);
    for (let i = 0; i < 2; i += 1) {
      const answer = await service.call('POST', path, organization, { body });
      expect(answer.status, answer.text).toBeLessThan(300);
    }
    expect(await executions()).toBe(2);
  });

  test.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a space', 'a b'],
    ['a slash', 'a/b'],
    ['a hash', 'a#b'],
    ['two keys', 'a,b'],
    ['another alphabet', 'schlüssel'],
    ['a line break', 'a\n'],
  ])('%s is no key, whether one is required or not', async (_name, key) => {
    for (const operation of ['acceptQuote', 'fundSandbox']) {
      const request = await prepared(operation, service);
      expectError(await send(service, request, key), 'IDEMPOTENCY_KEY_INVALID', { status: 400 });
      expect(await request.executions()).toBe(0);
    }
  });

  test.each([
    ['one character', 'a'],
    ['255 characters', 'x'.repeat(255)],
    ['every kind of character', 'AZaz09_.:-'],
    ['a name of JavaScript', '__proto__'],
  ])(
    '%s is a key',
    quotes({
      Endpoints: '`Idempotency-Key` header: 1 to 255 characters of `A-Z a-z 0-9 _ . : -`.',
      Limits: 'Idempotency key | 1 to 255 characters of `A-Z a-z 0-9 _ . : -`',
    }),
    async (_name, key) => {
      const request = await prepared('fundSandbox', service);
      expect(await send(service, request, key)).toMatchObject({ status: 201 });
      expect(await send(service, request, key)).toMatchObject({ headers: { 'idempotency-replayed': 'true' } });
    },
  );

  test('on a read means nothing', async () => {
    const organization = await service.organization();
    const read = () => service.get(`${pathOf(organization)}/balance`, organization, { idempotencyKey: 'read' });
    await read();
    await fund(service, organization, '5.00');
    expect(await read()).toMatchObject({ status: 200, body: { available: '5.00' } });
  });
});

describe('a refusal releases the key, also for another body', () => {
  test('VALIDATION_ERROR', quotes({ Endpoints: 'A 4xx releases the key.' }), async () => {
    const request = await prepared('fundSandbox', service);
    expectError(await send(service, { ...request, body: {} }, 'key'), 'VALIDATION_ERROR');
    expect(await send(service, request, 'key')).toMatchObject({ status: 201 });
  });

  test('a refusal that looked at the table', async () => {
    const request = await prepared('acceptQuote', service);
    service.clock.advance(10 * 60_000);
    expectError(await send(service, request, 'expired-quote'), 'BAD_REQUEST');
    const records = await storedItems(service, 'idempotencyRecord');
    expect(records.filter(({ key }) => key === 'expired-quote')).toEqual([]);
    const other = { ...request, body: { snapshotId: request.body.snapshotId } };
    expectError(await send(service, other, 'expired-quote'), 'BAD_REQUEST');
  });

  test('a refusal that was committed: the recipient stays blocked, the key is free', async () => {
    const { organization, path } = await prepared('createRecipient', service);
    const refused = { organization, path, body: recipientBody({ outcome: 'screening_refused' }) };
    expectError(await send(service, refused, 'key'), 'PAYOUT_REFUSED', { status: 422 });
    const other = { organization, path, body: recipientBody({ serial: 1 }) };
    expect(await send(service, other, 'key')).toMatchObject({ status: 201 });
  });

  test(
    'INSUFFICIENT_BALANCE, and the same request works with more money',
    quotes({ Endpoints: 'A 4xx releases the key.' }),
    async () => {
      const request = await prepared('acceptQuote', service);
      const { organization, path } = request;
      const spend = { amount: '950.00', destinationAccountId: '' };
      const { data } = (await service.get(`/recipients/${organization.organizationId}`, organization)).body;
      spend.destinationAccountId = data[0].methods[0].destinationAccountId;
      const quote = await service.post(`${pathOf(organization)}/quotes/offramp`, organization, spend);
      await service.post(path, organization, { snapshotId: quote.body.snapshotId });

      expectError(await send(service, request, 'key'), 'INSUFFICIENT_BALANCE');
      await fund(service, organization, '100.00');
      expect(await send(service, request, 'key')).toMatchObject({ status: 200 });
    },
  );

  test(
    'INTERNAL',
    quotes({ 'Endpoints > Accept a quote (sends the money)': 'or `INTERNAL` (nothing recorded; same-key retry safe)' }),
    async () => {
      const request = await prepared('acceptQuote', service);
      const broken = service.process(async (call, go) => {
        if (readsHead(call)) throw new Error('surprise');
        return go();
      });
      expectError(await send(broken, request, 'key'), 'INTERNAL', { status: 500 });
      expect(await send(service, request, 'key')).toMatchObject({ status: 200 });
      expect(await request.executions()).toBe(1);
    },
  );
});

describe('IDEMPOTENCY_UNAVAILABLE', () => {
  const isRecord = (input: Readonly<Record<string, unknown>>) => {
    const { pk } = (input.Item ?? input.Key ?? {}) as { pk?: string };
    return pk?.startsWith('IDEMPOTENCY#') ?? false;
  };

  test('is answered when the key cannot be recorded: nothing is executed, and the same request works later', async () => {
    const request = await prepared('acceptQuote', service);
    const failing = service.process(async ({ name, input }, go) => {
      if (name === 'Put' && isRecord(input)) throw lostAnswer();
      return go();
    });
    expectError(await send(failing, request, 'key'), 'IDEMPOTENCY_UNAVAILABLE', { status: 503 });
    expect(await request.executions()).toBe(0);
    expect(await send(service, request, 'key')).toMatchObject({ status: 200 });
    expect(await request.executions()).toBe(1);
  });

  test('is answered when only the answer to the recording was lost: the key is free then too', async () => {
    const request = await prepared('acceptQuote', service);
    const failing = service.process(async ({ name, input }, go) => {
      const answer = await go();
      if (name === 'Put' && isRecord(input)) throw lostAnswer();
      return answer;
    });
    expectError(await send(failing, request, 'key'), 'IDEMPOTENCY_UNAVAILABLE');
    expect(await request.executions()).toBe(0);
    expect(await send(service, request, 'key')).toMatchObject({ status: 200 });
    expect(await request.executions()).toBe(1);
  });
});
