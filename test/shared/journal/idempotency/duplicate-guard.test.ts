import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoint as listEvents } from '../../../../functions/events/list-events.ts';
import { endpoint as routeNotFound } from '../../../../functions/meta/route-not-found.ts';
import { endpoint as fundSandbox } from '../../../../functions/sandbox/fund-sandbox.ts';
import { expectError } from '../../../support/answers.ts';
import { createTestTable } from '../../../support/dynamodb.ts';
import type { Intercept } from '../../../support/faults.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fund,
  fundedOrganization,
  pathOf,
  readFeed,
  type TestOrganization,
} from '../../../support/journey.ts';
import { quotes } from '../../../support/quotes.ts';
import { type Answer, TestService } from '../../../support/service.ts';

const MINUTE_MS = 60_000;

describe('an accepted quote', () => {
  let service: TestService;
  let organization: TestOrganization;
  let body: { readonly snapshotId: string };

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    organization = await fundedOrganization(service);
    const { snapshotId } = await addQuote(service, organization, await addRecipient(service, organization));
    body = { snapshotId };
  });

  const send = (idempotencyKey: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    service.post(`${pathOf(organization)}/quotes/accept`, organization, body, { idempotencyKey, headers });

  const payouts = async () => {
    const events = await readFeed(service, organization);
    return events.filter(({ type }) => type === 'payout.pending').length;
  };

  test(
    'is not accepted again by its twin under another key, which is told the first key and its payout',
    quotes({
      'Endpoints > Accept a quote (sends the money)': '`DUPLICATE_REQUEST_DETECTED` (carries `originalIdempotencyKey`)',
      Endpoints: 'Without it such a request on a money route is 409 `DUPLICATE_REQUEST_DETECTED`.',
    }),
    async () => {
      const { payoutId } = bodyOf(await send('first'));
      expectError(await send('second'), 'DUPLICATE_REQUEST_DETECTED', {
        status: 409,
        originalIdempotencyKey: 'first',
        originalPayoutId: payoutId,
      });
      expect(await payouts()).toBe(1);
    },
  );

  test('is not accepted again while its guard does not show yet: a commit shows item by item', async () => {
    const { payoutId } = bodyOf(await send('first'));
    const blind: Intercept = async ({ name }, go) => {
      const answer = (await go()) as { Responses?: Record<string, { pk: string }[]> };
      for (const [table, items] of Object.entries(answer.Responses ?? {})) {
        if (name === 'BatchGet' && answer.Responses) {
          answer.Responses[table] = items.filter(({ pk }) => !pk.startsWith('DUPLICATE#'));
        }
      }
      return answer;
    };
    const path = `${pathOf(organization)}/quotes/accept`;
    const twin = await service.process(blind).post(path, organization, body, { idempotencyKey: 'second' });
    expectError(twin, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'first', originalPayoutId: payoutId });
  });

  test('is answered again to the twin that comes back with the original key', async () => {
    const first = await send('first');
    const { originalIdempotencyKey } = (await send('second')).body;
    const replay = await send(originalIdempotencyKey);
    expect(replay).toMatchObject({ status: 200, text: first.text, headers: { 'idempotency-replayed': 'true' } });
  });

  test('leaves the key of the refused twin free', async () => {
    await send('first');
    await send('second');
    const other = await addQuote(service, organization, await addRecipient(service, organization, { serial: 1 }));
    const answer = await service.post(
      `${pathOf(organization)}/quotes/accept`,
      organization,
      { snapshotId: other.snapshotId },
      { idempotencyKey: 'second' },
    );
    expect(answer).toMatchObject({ status: 200 });
  });

  test(
    'is spent: X-Allow-Duplicate lets the twin through to be told so',
    quotes({ 'Endpoints > Accept a quote (sends the money)': '`X-Allow-Duplicate` optional.' }),
    async () => {
      await send('first');
      const answer = await send('second', { 'x-allow-duplicate': 'true' });
      expectError(answer, 'BAD_REQUEST');
      expect(answer.body.detail).toContain('already accepted');
      expect(await payouts()).toBe(1);
    },
  );

  test(
    'takes no other value of X-Allow-Duplicate',
    quotes({ Endpoints: '`X-Allow-Duplicate` header (only value `true`)' }),
    async () => {
      await send('first');
      for (const value of ['TRUE', '1', 'yes', 'false', '']) {
        expectError(await send(randomUUID(), { 'x-allow-duplicate': value }), 'DUPLICATE_REQUEST_DETECTED');
      }
    },
  );

  test('of twenty identical requests under twenty keys at once one executes', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(`key-${index}`)));
    const executed = answers.filter(({ status }) => status === 200);
    expect(executed).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expectError(answer, 'DUPLICATE_REQUEST_DETECTED', { originalPayoutId: executed[0]?.body.payoutId });
    }
    expect(await payouts()).toBe(1);
    await expectSoundBooks(service, organization);
  });

  test('of twenty identical requests that allow duplicates one executes all the same', async () => {
    const allow = { 'x-allow-duplicate': 'true' };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(`key-${index}`, allow)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await payouts()).toBe(1);
  });
});

test('after INSUFFICIENT_BALANCE the same body under a new key is tried', async () => {
  const service = await TestService.start();
  const organization = await fundedOrganization(service, '150.00');
  const recipient = await addRecipient(service, organization);
  const [spent, wanted] = [
    await addQuote(service, organization, recipient),
    await addQuote(service, organization, recipient),
  ];
  bodyOf(await accept(service, organization, spent));

  const reference = randomUUID();
  expectError(await accept(service, organization, wanted, { reference }), 'INSUFFICIENT_BALANCE', { status: 400 });
  expectError(await accept(service, organization, wanted, { reference }), 'INSUFFICIENT_BALANCE');
  await fund(service, organization, '50.00');
  expect(await accept(service, organization, wanted, { reference })).toMatchObject({ status: 200 });
});

describe('a guarded route whose body may be executed twice', () => {
  let service: TestService;
  let organization: TestOrganization;

  beforeAll(async () => {
    const guarded = { ...fundSandbox, duplicateGuard: true as const };
    service = new TestService(await createTestTable(), [guarded, listEvents, routeNotFound], {});
  });

  beforeEach(async () => {
    organization = await service.organization();
  });

  const send = (idempotencyKey: string, headers: Readonly<Record<string, string>> = {}, amount = '5.00') =>
    service.post(`${pathOf(organization)}/sandbox/fund`, organization, { amount }, { idempotencyKey, headers });

  const deposits = async () => (await readFeed(service, organization)).length;

  test('executes it again with X-Allow-Duplicate: true, and the last one is the original from then on', async () => {
    await send('first');
    expect(await send('second', { 'x-allow-duplicate': 'true' })).toMatchObject({ status: 201 });
    expectError(await send('third'), 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'second' });
    expect(await deposits()).toBe(2);
  });

  test('refuses the twin whose reading did not show the guard yet: its commit meets it', async () => {
    await send('first');
    let isBlind = true;
    const blind: Intercept = async ({ name }, go) => {
      const answer = (await go()) as { Responses?: Record<string, { pk: string }[]> };
      const isGuard = ({ pk }: { pk: string }) => pk.startsWith('DUPLICATE#');
      const responses = Object.entries(answer.Responses ?? {});
      if (!isBlind || name !== 'BatchGet' || !responses.some(([, items]) => items.some(isGuard))) return answer;
      isBlind = false;
      return {
        ...answer,
        Responses: Object.fromEntries(responses.map(([table, items]) => [table, items.filter((one) => !isGuard(one))])),
      };
    };
    const path = `${pathOf(organization)}/sandbox/fund`;
    const twin = await service
      .process(blind)
      .post(path, organization, { amount: '5.00' }, { idempotencyKey: 'second' });
    expectError(twin, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'first' });
    expect(isBlind).toBe(false);
    expect(await deposits()).toBe(1);
  });

  test('names no payout where none resulted', async () => {
    await send('first');
    expect((await send('second')).body).not.toHaveProperty('originalPayoutId');
  });

  test(
    'refuses it for 15 minutes by the clock, counted from the last execution',
    quotes({ Limits: 'Duplicate-body guard window | 15 minutes', Endpoints: 'within 15 minutes' }),
    async () => {
      await send('first');
      service.clock.advance(15 * MINUTE_MS - 1);
      expectError(await send('second'), 'DUPLICATE_REQUEST_DETECTED');
      service.clock.advance(1);
      expect(await send('second')).toMatchObject({ status: 201 });
      service.clock.advance(MINUTE_MS);
      expectError(await send('third'), 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'second' });
    },
  );

  test('compares bytes: another amount, or another spelling of the same, is another request', async () => {
    await send('first');
    expect(await send('second', {}, '5.01')).toMatchObject({ status: 201 });
    const path = `${pathOf(organization)}/sandbox/fund`;
    const spelled = await service.post(path, organization, undefined, { rawBody: '{ "amount":"5.00" }' });
    expect(spelled).toMatchObject({ status: 201 });
  });

  test('does not compare organizations with each other', async () => {
    await send('first');
    organization = await service.organization();
    expect(await send('second')).toMatchObject({ status: 201 });
  });

  test('does not guard against a request that was refused', async () => {
    expectError(await send('first', {}, '5.001'), 'VALIDATION_ERROR');
    expectError(await send('second', {}, '5.001'), 'VALIDATION_ERROR');
  });
});
