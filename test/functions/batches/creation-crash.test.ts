import { beforeAll, describe, expect, test } from 'vitest';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { crashAt } from '../../support/crash.ts';
import type { Intercept } from '../../support/faults.ts';
import { lostAnswer } from '../../support/faults.ts';
import { bodyOf, expectSoundBooks, readFeed, type TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';
import { advance, type Body, batchingOrganization, batchOf, itemsOf, linesTo, payee, submitted } from './support.ts';

/** Three commits of validation and of creation each. */
const lineCount = 200;
const fewLines = 30;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

async function run(count: number): Promise<{ of: TestOrganization; batch: Body }> {
  const of = await batchingOrganization(service);
  return { of, batch: await submitted(service, of, linesTo(await payee(service, of), count)) };
}

/** Every line was created exactly once, in its order, and the batch was announced once. */
async function expectOnce(of: TestOrganization, batch: Body, count: number): Promise<void> {
  expect(await batchOf(service, of, batch)).toMatchObject({
    status: 'completed',
    counts: { created: count },
    totals: { debited: [{ count, amount: `${count * 10}.00`, fee: (count / 2).toFixed(2) }] },
  });
  const items = await itemsOf(service, of, batch);
  const paid = await readFeed(service, of, 'type=payout.pending');
  expect(paid.map(({ payoutId }) => payoutId)).toEqual(items.map(({ payoutId }) => payoutId));
  expect(new Set(paid.map(({ data }) => data.reference)).size).toBe(count);
  expect(await readFeed(service, of, 'type=payout_batch.completed')).toHaveLength(1);
  await expectSoundBooks(service, of);
}

/** How many calls of the table a worker makes for a batch. */
async function callsOf(count: number): Promise<number> {
  const { of, batch } = await run(count);
  let calls = 0;
  const counting: Intercept = (_call, send) => {
    calls += 1;
    return send();
  };
  await advance(service.process(counting), of, batch);
  return calls;
}

describe('a worker that is killed', { timeout: 120_000 }, () => {
  test('at any call to the table, before or after it took effect, is succeeded by one that creates the rest', async () => {
    const calls = await callsOf(fewLines);
    expect(calls).toBeGreaterThanOrEqual(15);
    for (let call = 1; call <= calls; call += 1) {
      for (const moment of ['before', 'after'] as const) {
        const { of, batch } = await run(fewLines);
        const { intercept, crashed } = crashAt({ call, moment });
        await Promise.race([advance(service.process(intercept), of, batch), crashed]);
        service.clock.advance(leaseMs);
        await advance(service, of, batch);
        await expectOnce(of, batch, fewLines);
      }
    }
  });

  test('again and again ends the batch all the same: each of its commits is progress', async () => {
    const { of, batch } = await run(lineCount);
    // Each worker dies at its second commit, which takes effect. More of them die than attempts are allowed.
    for (let deaths = 0; deaths < 30; deaths += 1) {
      let commits = 0;
      const { promise: crashed, resolve: crash } = Promise.withResolvers<void>();
      const intercept: Intercept = async ({ name }, send) => {
        const answer = await send();
        if (name !== 'TransactWrite') return answer;
        commits += 1;
        if (commits < 2) return answer;
        crash();
        return new Promise<never>(() => {});
      };
      await Promise.race([advance(service.process(intercept), of, batch), crashed]);
      service.clock.advance(leaseMs);
      if ((await batchOf(service, of, batch)).status === 'completed') break;
    }
    await expectOnce(of, batch, lineCount);
  });
});

describe('two workers', () => {
  test('with the same hint: one has the batch', async () => {
    const { of, batch } = await run(lineCount);
    const through: Intercept = (_call, send) => send();
    await Promise.all([advance(service.process(through), of, batch), advance(service.process(through), of, batch)]);
    await expectOnce(of, batch, lineCount);
  });

  test.each(['validation', 'creation'])(
    'of which one was thought dead in %s: what it still commits is refused',
    async (when) => {
      const { of, batch } = await run(lineCount);
      const pausesAt = when === 'validation' ? 2 : 6;
      let commits = 0;
      const slow: Intercept = async ({ name }, send) => {
        if (name === 'TransactWrite') commits += 1;
        if (name === 'TransactWrite' && commits === pausesAt) {
          service.clock.advance(leaseMs);
          await advance(service, of, batch);
          expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed' });
        }
        return send();
      };
      await advance(service.process(slow), of, batch);
      expect(commits).toBeGreaterThanOrEqual(pausesAt);
      await expectOnce(of, batch, lineCount);
    },
  );
});

test('a lost answer of a commit changes nothing', async () => {
  const { of, batch } = await run(lineCount);
  let commits = 0;
  const losing: Intercept = async ({ name }, send) => {
    const answer = await send();
    if (name !== 'TransactWrite') return answer;
    commits += 1;
    if (commits % 2 === 0) throw lostAnswer();
    return answer;
  };
  await advance(service.process(losing), of, batch);
  for (let call = 0; call < 20; call += 1) {
    if ((await batchOf(service, of, batch)).status === 'completed') break;
    service.clock.advance(leaseMs);
    await advance(service, of, batch);
  }
  await expectOnce(of, batch, lineCount);
  expect(bodyOf(await service.get(`/payments/organizations/${of.organizationId}/balance`, of)).available).toBe(
    '8000.00',
  );
});
