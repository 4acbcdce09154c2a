import { beforeEach, describe, expect, test } from 'vitest';
import { auditRows, expectError } from '../../support/answers.ts';
import { pathOf } from '../../support/journey.ts';
import type { Answer } from '../../support/service.ts';
import { TopUpScene } from './intents/support.ts';

let scene: TopUpScene;

beforeEach(async () => {
  scene = await TopUpScene.start();
});

const auditOf = async ({ body: { requestId } = {} }: Partial<Answer> = {}) =>
  (await auditRows(scene.service, scene.organization))
    .filter((row) => row.action === 'test.top-up' && (requestId === undefined || row.requestId === requestId))
    .map(({ outcome, errorType, resourceId }) => ({ outcome, errorType, resourceId }));

describe('a processor that answers at once', () => {
  test('done: the outcome is committed with the answer, and replays get it', async () => {
    const answer = await scene.topUp();
    expect(answer.status, answer.text).toBe(201);
    expect(await scene.topUp()).toMatchObject({
      status: 201,
      text: answer.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await scene.credited()).toEqual(['5.00']);
    expect(await scene.held()).toBe('0.00');
    expect(scene.processor.heard).toHaveLength(1);
    expect(await scene.intents()).toMatchObject([{ state: 'settled', said: 'done' }]);
    expect(await scene.resumeAfter(60_000)).toBe(0);
    expect(await auditOf()).toEqual([{ outcome: 'succeeded', resourceId: answer.body.depositId }]);
  });

  test('refused: nothing moves, the key is free, and another call has another key with the processor', async () => {
    expectError(await scene.topUp({ amount: '5.13' }), 'PROVIDER_REJECTED');
    expect(await scene.record()).toBeUndefined();
    scene.service.clock.advance(1);
    expect((await scene.topUp()).status).toBe(201);
    expect(await scene.credited()).toEqual(['5.00']);
    expect(scene.processor.keys).toHaveLength(2);
    expect(await scene.held()).toBe('0.00');
    expect(await auditOf()).toMatchObject([
      { outcome: 'refused', errorType: 'PROVIDER_REJECTED' },
      { outcome: 'succeeded' },
    ]);
  });

  test('refused: the same body is no duplicate under another key', async () => {
    await scene.topUp({ amount: '5.13', key: 'first' });
    expectError(await scene.topUp({ amount: '5.13', key: 'second' }), 'PROVIDER_REJECTED');
  });

  test('done: the same body under another key is a duplicate, while it runs too', async () => {
    await scene.topUp({ key: 'first' });
    expectError(await scene.topUp({ key: 'second' }), 'DUPLICATE_REQUEST_DETECTED', {
      originalIdempotencyKey: 'first',
    });
    expect(await scene.credited()).toEqual(['5.00']);
  });

  test('refused: a guard that it had overwritten holds again, whichever of several is refused', async () => {
    const { processor } = scene;
    await scene.topUp({ key: 'first' });
    const declines = { outcome: 'refused' } as const;
    const waiting: (() => void)[] = [];
    processor.onTheWay = () => new Promise((resolve) => waiting.push(() => resolve(declines)));
    const second = scene.topUp({ key: 'second', allowDuplicate: true });
    await expect.poll(() => waiting.length).toBe(1);
    const third = scene.topUp({ key: 'third', allowDuplicate: true });
    await expect.poll(() => waiting.length).toBe(2);
    for (const [answer, answered] of [
      [waiting[0], second],
      [waiting[1], third],
    ] as const) {
      answer?.();
      expectError(await answered, 'PROVIDER_REJECTED');
    }
    processor.onTheWay = (go) => go();
    expectError(await scene.topUp({ key: 'fourth' }), 'DUPLICATE_REQUEST_DETECTED', {
      originalIdempotencyKey: 'first',
    });
  });

  test('what cannot be reserved is refused before the processor is asked, and leaves nothing', async () => {
    const poor = await scene.service.organization();
    const path = `${pathOf(poor)}/test/top-ups`;
    const answer = await scene.service.post(path, poor, { amount: '5.00' }, { idempotencyKey: 'key' });
    expectError(answer, 'INSUFFICIENT_BALANCE');
    expect(scene.processor.heard).toEqual([]);
    expect(await scene.intents()).toEqual([]);
    expectError(
      await scene.service.post(path, poor, { amount: '6.00' }, { idempotencyKey: 'key' }),
      'INSUFFICIENT_BALANCE',
    );
  });
});

describe('a processor that is silent', () => {
  const silent = async () => {
    throw new Error('no answer');
  };
  const deaf = async (go: () => Promise<unknown>) => {
    await go();
    throw new Error('no answer');
  };

  test.each([
    ['and did nothing', silent],
    ['and did it', deaf],
  ])(
    '%s: the key is bound, the worker repeats the same call with the same key, and replays get the outcome',
    async (_, onTheWay) => {
      const { processor, service } = scene;
      processor.onTheWay = onTheWay as typeof processor.onTheWay;
      const unknown = await scene.topUp();
      expectError(unknown, 'PAYOUT_OUTCOME_UNKNOWN', {
        status: 500,
        detail: expect.stringContaining('deposit in events'),
      });
      expect(await scene.held()).toBe('0.50');
      expect(await auditOf(unknown)).toEqual([]);

      expectError(await scene.topUp(), 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
      service.clock.advance(13_000);
      const { requestId: originalRequestId } = unknown.body;
      expectError(await scene.topUp(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409, originalRequestId });
      service.clock.advance(60 * 60 * 1000);
      expectError(await scene.topUp(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409, originalRequestId });
      const heardBefore = processor.heard.length;

      processor.onTheWay = (go) => go();
      expect(await scene.resumeAfter(0)).toBe(1);
      expect(processor.heard).toHaveLength(heardBefore + 1);
      expect(new Set(processor.heard.map(({ key, call }) => JSON.stringify([key, call]))).size).toBe(1);
      const replay = await scene.topUp();
      expect(replay).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
      expect(await scene.credited()).toEqual(['5.00']);
      expect(await scene.held()).toBe('0.00');
      expect(await auditOf(unknown)).toEqual([{ outcome: 'succeeded', resourceId: replay.body.depositId }]);
    },
  );

  test('for eight days, whatever it is asked: replays are told so each time, and never reach it', async () => {
    const { processor, service } = scene;
    processor.onTheWay = silent as typeof processor.onTheWay;
    const { body } = await scene.topUp();
    for (let day = 0; day < 8; day += 1) {
      await scene.resumeAfter(24 * 60 * 60 * 1000);
      expectError(await scene.topUp(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409, originalRequestId: body.requestId });
    }
    expect(await scene.held()).toBe('0.50');
    expect(scene.errors).toContain('a processor has not said what it did');

    processor.onTheWay = (go) => go();
    await scene.resumeAfter(60 * 60 * 1000);
    // It finds nothing, a day after the last call.
    expect(await scene.intents()).toMatchObject([{ state: 'settled', said: 'refused' }]);
    expect(await scene.held()).toBe('0.00');
    expect((await scene.topUp()).status).toBe(201);
    service.clock.advance(8 * 24 * 60 * 60 * 1000);
    expectError(await scene.topUp(), 'IDEMPOTENCY_KEY_CONFLICT');
    expect(await scene.credited()).toEqual(['5.00']);
  });

  test('and finds nothing later: that is final a day after the last call, not before', async () => {
    const { processor } = scene;
    const hour = 60 * 60 * 1000;
    processor.onTheWay = silent as typeof processor.onTheWay;
    const unknown = await scene.topUp();
    await scene.resumeAfter(11 * hour);
    processor.onTheWay = (go) => go();
    for (const hours of [2, 10, 11.9]) {
      await scene.resumeAfter(hours * hour);
      expect(await scene.intents(), `${hours} h later`).toMatchObject([{ state: 'open' }]);
    }
    expect(processor.heard.map(({ what }) => what)).toEqual(['find', 'find', 'find']);
    await scene.resumeAfter(hour);
    expect(await scene.intents()).toMatchObject([{ state: 'settled', said: 'refused' }]);
    expect(await auditOf(unknown)).toMatchObject([{ outcome: 'refused', errorType: 'PROVIDER_REJECTED' }]);
  });
});

describe('a processor whose answer is unclear', () => {
  test('is never called again, only asked', async () => {
    const { processor } = scene;
    processor.onTheWay = async (go, what) => {
      const report = await go();
      return what === 'call' ? { outcome: 'unclear' } : report;
    };
    expectError(await scene.topUp(), 'REFUND_OUTCOME_UNKNOWN', { status: 502 });
    await scene.resumeAfter(20_000);
    expect(processor.heard.map(({ what }) => what)).toEqual(['call', 'find']);
    expect((await scene.topUp()).status).toBe(201);
    expect(await scene.credited()).toEqual(['5.00']);
  });

  test('and that did nothing: a day later that is final', async () => {
    const { processor } = scene;
    processor.onTheWay = async (go, what) => (what === 'call' ? { outcome: 'unclear' } : go());
    await scene.topUp();
    await scene.resumeAfter(20_000);
    expectError(await scene.topUp(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });
    await scene.resumeAfter(24 * 60 * 60 * 1000);
    expect(await scene.intents()).toMatchObject([{ state: 'settled', said: 'refused' }]);
    expect(await scene.credited()).toEqual([]);
  });
});

describe('a processor that is late', () => {
  /** The request's call arrives; its answer comes when the test says so. */
  async function lateAnswer(report?: { readonly outcome: 'refused' }) {
    const { processor } = scene;
    const { promise, resolve } = Promise.withResolvers<void>();
    let calls = 0;
    processor.onTheWay = async (go) => {
      calls += 1;
      if (calls > 1) return go();
      const said = await go();
      await promise;
      return report ?? said;
    };
    const request = scene.topUp();
    await expect.poll(() => calls).toBe(1);
    await scene.resumeAfter(20_000);
    expect(await scene.credited()).toEqual(['5.00']);
    resolve();
    return request;
  }

  test('the worker was first: the request is answered what is stored, and nothing happens twice', async () => {
    const answer = await lateAnswer();
    expect(answer.status, answer.text).toBe(201);
    expect((await scene.topUp()).text).toBe(answer.text);
    expect(await scene.credited()).toEqual(['5.00']);
    expect(await auditOf()).toHaveLength(1);
    expect(scene.errors).toEqual([]);
  });

  test('and contradicts what it has said: what was first stays, and an alarm is raised', async () => {
    const answer = await lateAnswer({ outcome: 'refused' });
    expect(answer.status).toBe(201);
    expect(await scene.credited()).toEqual(['5.00']);
    expect(scene.errors).toEqual(['a processor contradicts what it has said']);
  });

  test('two workers ask at once: one settles it', async () => {
    scene.processor.onTheWay = async () => {
      throw new Error('no answer');
    };
    await scene.topUp();
    scene.processor.onTheWay = (go) => go();
    scene.service.clock.advance(60_000);
    await Promise.all([scene.resumeAfter(0), scene.resumeAfter(0), scene.resumeAfter(0)]);
    expect(await scene.credited()).toEqual(['5.00']);
    expect(scene.processor.charged.size).toBe(1);
  });
});
