import { beforeEach, describe, expect, test } from 'vitest';
import { maxAttempts } from '../../../../shared/journal/due/postpone-or-park.ts';
import { advancePayouts } from '../../../../shared/payouts/lifecycle/advance-payouts.ts';
import { lostAnswer, transactionConflict } from '../../../support/faults.ts';
import {
  addPayout,
  addRecipient,
  deliver,
  expectSoundBooks,
  fundedOrganization,
  readLedger,
  settle,
} from '../../../support/journey.ts';
import { headOf } from '../../journal/commit/support.ts';
import { keyOfPayout } from '../../journal/due/support.ts';
import { type RailTest, startWithRail } from './support.ts';

let rail: RailTest['rail'];
let table: RailTest['table'];
let service: RailTest['service'];
let organization: RailTest['organization'];
let { work, hintOf, advance, order, told } = {} as RailTest;

beforeEach(async () => {
  ({ rail, table, service, organization, work, hintOf, advance, order, told } = await startWithRail());
});

describe('a worker', () => {
  test('that dies at its rail every time is parked at the thirteenth claim', async () => {
    const { payoutId } = await addPayout(service, organization);
    rail.around = () => new Promise<never>(() => {});
    for (let deaths = 1; deaths <= maxAttempts; deaths += 1) {
      service.clock.now = Math.max(service.clock.now, (await work(payoutId))?.dueAt ?? 0);
      void deliver(service, [await hintOf(payoutId)]);
      await expect.poll(() => rail.calls.length).toBe(deaths);
    }
    await advance(payoutId);
    expect(rail.calls).toHaveLength(maxAttempts);
    expect(await work(payoutId)).toMatchObject({ parkedAt: service.clock.now });
  });

  test('whose commit took effect but whose answer was lost looks again later and changes nothing twice', async () => {
    const { payoutId } = await addPayout(service, organization);
    table.intercept(async ({ name }, send) => {
      const answer = await send();
      if (name === 'TransactWrite') throw lostAnswer();
      return answer;
    });
    await advance(payoutId);
    table.intercept(undefined);
    expect(await work(payoutId)).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
    expect(await told(payoutId)).toEqual(['pending', 'processing']);
    await settle(service);
    expect(await told(payoutId)).toEqual(['pending', 'processing', 'completed']);
  });

  test('that keeps losing the race lets go of its work, and tells the rail nothing twice', async () => {
    const { payoutId } = await addPayout(service, organization);
    const impatient = { ...service.runtime, sleep: async (ms: number) => service.clock.advance(Math.ceil(ms)) };
    table.intercept(async ({ name }, send) => {
      if (name === 'TransactWrite') throw transactionConflict();
      return send();
    });
    await advancePayouts(impatient, organization.organizationId, [await hintOf(payoutId)]);
    table.intercept(undefined);
    expect(await work(payoutId)).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
    await settle(service);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect(await told(payoutId)).toEqual(['pending', 'completed']);
  });

  test('whose lease ran out while its rail was slow leaves the payout to the next one', async () => {
    const { payoutId } = await addPayout(service, organization);
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    rail.around = async ({ method }, answer) => {
      const news = await answer();
      if (method === 'submit') {
        hear();
        await slow.promise;
      }
      return news;
    };
    const first = deliver(service, [await hintOf(payoutId)]);
    await heard;
    await advance(payoutId);
    slow.resolve();
    await first;
    expect(await told(payoutId)).toEqual(['pending', 'completed']);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect(await work(payoutId)).toBeUndefined();
  });

  test('that cannot claim one row does the others, and asks for the batch again', async () => {
    const payouts = [
      await addPayout(service, organization, { serial: 1 }),
      await addPayout(service, organization, { serial: 2 }),
    ];
    const [first, second] = payouts.map(({ payoutId }) => payoutId);
    table.intercept(async ({ name, input }, send) => {
      if (name === 'Update' && JSON.stringify(input.Key).includes(first)) throw lostAnswer();
      return send();
    });
    const answer = await deliver(service, await Promise.all([hintOf(first), hintOf(second)]));
    table.intercept(undefined);
    expect(answer.batchItemFailures).toHaveLength(2);
    expect((await order(second)).status).toBe('processing');
    await settle(service);
    expect((await order(first)).status).toBe('completed');
  });

  test('answers for each organization by itself', async () => {
    const other = await fundedOrganization(service);
    const [mine, theirs] = [await addPayout(service, organization), await addPayout(service, other)];
    table.intercept(async ({ name, input }, send) => {
      if (name === 'Update' && JSON.stringify(input.Key).includes(mine.payoutId)) throw lostAnswer();
      return send();
    });
    const their = { ...keyOfPayout(other.organizationId, theirs.payoutId), dueAt: service.clock.now };
    const answer = await deliver(service, [await hintOf(mine.payoutId), their, their]);
    table.intercept(undefined);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
    expect(rail.callsOf(theirs.payoutId)).toEqual(['submit']);
  });
});

describe('a group', () => {
  /** One after another: side by side they would race for nothing here. */
  async function addPayouts(count: number): Promise<string[]> {
    const recipient = await addRecipient(service, organization);
    const payoutIds: string[] = [];
    for (let payouts = 0; payouts < count; payouts += 1) {
      payoutIds.push((await addPayout(service, organization, { recipient, amount: '10.00' })).payoutId);
    }
    return payoutIds;
  }

  /** Waits until all are due that are still to be advanced, and hands them over together, as a backlog does. */
  async function advanceAllLeft(payoutIds: readonly string[]): Promise<void> {
    const rows = await Promise.all(payoutIds.map(work));
    await advance(...rows.flatMap((row) => (row?.dueAt === undefined ? [] : [row.resourceId])));
  }

  test('of payouts is one commit, with all their news', async () => {
    const payoutIds = await addPayouts(10);
    const { version } = await headOf(service.runtime, organization.organizationId);
    await advance(...payoutIds);
    const head = await headOf(service.runtime, organization.organizationId);
    expect(head.version).toBe(version + 1);
    expect(head.sequence).toBe(1 + 10 + 10);
  });

  test('of more than a transaction holds is several commits, even when each payout writes all it can', async () => {
    const payoutIds = await addPayouts(25);
    const { version } = await headOf(service.runtime, organization.organizationId);
    rail.news = () => ({ status: 'returned' });
    await advance(...payoutIds);
    expect((await headOf(service.runtime, organization.organizationId)).version).toBe(version + 2);
    await expectSoundBooks(service, organization);
    const types = (await readLedger(service, organization)).map(({ type }) => type);
    expect(types.filter((type) => type === 'payout_return')).toHaveLength(25);
  });

  test('that one of its payouts spoils is decided one by one: the others go on, and it alone is tried again', async () => {
    const payoutIds = await addPayouts(3);
    const [first = '', spoilt = '', last = ''] = payoutIds;
    table.intercept(async ({ name, input }, send) => {
      const text = JSON.stringify(input, bigints);
      if (name === 'TransactWrite' && text.includes('"HEAD"') && text.includes(spoilt))
        throw new Error('no such attribute');
      return send();
    });
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) await advanceAllLeft(payoutIds);
    table.intercept(undefined);
    expect(await work(spoilt)).toMatchObject({ parkedAt: service.clock.now, attempts: maxAttempts });
    expect((await order(spoilt)).status).toBe('pending');
    for (const payoutId of [first, last]) expect((await order(payoutId)).status).toBe('completed');
    await expectSoundBooks(service, organization);
  });

  test('that keeps losing the race comes back one by one, each within twice its pause', async () => {
    const payoutIds = await addPayouts(5);
    const impatient = { ...service.runtime, sleep: async () => service.clock.advance(1_000) };
    table.intercept(async ({ name, input }, send) => {
      if (name !== 'TransactWrite') return send();
      const text = JSON.stringify(input, bigints);
      expect(payoutIds.filter((payoutId) => text.includes(payoutId))).toEqual(payoutIds);
      throw transactionConflict();
    });
    await advancePayouts(impatient, organization.organizationId, await Promise.all(payoutIds.map(hintOf)));
    table.intercept(undefined);
    const pauses: number[] = [];
    for (const payoutId of payoutIds) pauses.push(((await work(payoutId))?.dueAt ?? 0) - service.clock.now);
    // Two of five may fall on the same millisecond.
    expect(new Set(pauses).size).toBeGreaterThan(3);
    for (const pauseMs of pauses) {
      expect(pauseMs).toBeGreaterThanOrEqual(5_000);
      expect(pauseMs).toBeLessThanOrEqual(10_000);
    }
    await settle(service);
    for (const payoutId of payoutIds) expect(rail.payments.get(payoutId)).toBe(1);
    await expectSoundBooks(service, organization);
  });
});

/** Amounts are no JSON. */
function bigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
