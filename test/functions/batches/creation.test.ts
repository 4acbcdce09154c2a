import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { replace } from '../../../shared/ground/table/writes.ts';
import { RailRefusal } from '../../../shared/ports/payout-rail.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { resume, setControls, suspend } from '../../shared/journal/commit/support.ts';
import { workOf } from '../../shared/journal/due/support.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import type { FaultyTable } from '../../support/faults.ts';
import { bodyOf, expectSoundBooks, readFeed, type TestOrganization } from '../../support/journey.ts';
import type { TestService } from '../../support/service.ts';
import { revoke } from '../api-keys/support.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  fatesOf,
  itemsOf,
  linesTo,
  payee,
  startBatches,
  submitted,
} from './support.ts';

const [second, hour] = [1_000, 60 * 60_000];

let table: FaultyTable;
let service: TestService;
let rail: FakeRail;

beforeAll(async () => {
  ({ table, service, rail } = await startBatches());
});
beforeEach(() => {
  table.intercept(undefined);
  rail.price = new FakeRail().price;
});

/** A run whose creation has started: nothing of it is created yet. */
async function creating(items: (recipient: Body) => Body[], amount?: string) {
  const of = await batchingOrganization(service, amount);
  const recipient = await payee(service, of);
  const batch = await submitted(service, of, items(recipient), { autoCommit: false });
  await advance(service, of, batch);
  bodyOf(await act(service, of, batch, 'confirm', of));
  return { of, recipient, batch };
}

/** Lets the worker create the batch, and does something between its first and its second commit. */
async function between(of: TestOrganization, batch: Body, middle: () => Promise<unknown>): Promise<void> {
  let commits = 0;
  table.intercept(async ({ name }, send) => {
    if (name === 'TransactWrite') commits += 1;
    if (name === 'TransactWrite' && commits === 2) {
      table.intercept(undefined);
      await middle();
    }
    return send();
  });
  await advance(service, of, batch);
  expect(commits).toBe(2);
}

const amounts = (to: Body, ...texts: string[]) =>
  texts.map((amount, index) => ({ ...linesTo(to, index + 1)[index], amount }));

/** The worker's other calls, until the batch has ended. */
async function toTheEnd(of: TestOrganization, batch: Body, by = of): Promise<Body> {
  for (let call = 0; call < 10; call += 1) {
    await advance(service, of, batch);
    const found = await batchOf(service, by, batch);
    if (found.status === 'completed') return found;
  }
  throw new Error('the run does not end');
}

describe('a line that is refused stops no other', () => {
  test('when the balance runs out in the middle: smaller ones behind it pass', async () => {
    const texts = ['60.00', '30.00', '20.00', '9.00', '5.00', '1.00'];
    const { of, batch } = await creating((to) => amounts(to, ...texts), '100.00');
    const ended = await toTheEnd(of, batch);
    const items = await itemsOf(service, of, batch);
    expect(items.map(({ status, errors }) => errors?.[0].type ?? status)).toEqual([
      'created',
      'created',
      'INSUFFICIENT_BALANCE',
      'created',
      'INSUFFICIENT_BALANCE',
      'created',
    ]);
    expect(ended).toMatchObject({
      counts: { pending: 0, valid: 0, created: 4, create_failed: 2 },
      progress: { validated: 6, resolved: 6 },
      totals: { debited: [{ currency: 'USD', count: 4, amount: '100.00', fee: '2.00' }] },
    });
    await expectSoundBooks(service, of);
  });

  test.each<[string, Parameters<typeof setControls>[2], Record<string, number>]>([
    ['the single cap', { limits: { single: 25_00n } }, { created: 3, 'create_failed PAYOUT_LIMIT_EXCEEDED': 1 }],
    ['the daily cap', { limits: { daily: 45_00n } }, { created: 3, 'create_failed PAYOUT_LIMIT_EXCEEDED': 1 }],
    [
      'the platform’s cap',
      { platformLimits: { single: 15_00n } },
      { created: 2, 'create_failed PAYOUT_LIMIT_EXCEEDED': 2 },
    ],
    [
      'a velocity cap',
      { velocity: { payouts: 3, minutes: 1 } },
      { created: 3, 'create_failed PAYOUT_LIMIT_EXCEEDED': 1 },
    ],
    [
      'a cap per end user, without one',
      { limits: { perEndUserDaily: 45_00n } },
      { 'create_failed VALIDATION_ERROR': 4 },
    ],
  ])('by %s', async (_name, controls, fates) => {
    const { of, batch } = await creating((to) => amounts(to, '10.00', '20.00', '30.00', '10.00'));
    await setControls(service.runtime, of.organizationId, controls);
    await toTheEnd(of, batch);
    expect(await fatesOf(service, of, batch)).toEqual(fates);
    await expectSoundBooks(service, of);
  });

  test('by a cap per end user: each counts for themselves', async () => {
    const { of, batch } = await creating((to) =>
      amounts(to, '10.00', '10.00', '10.00', '10.00').map((line, index) => ({
        ...line,
        endUserId: `user ${index % 2}`,
      })),
    );
    await setControls(service.runtime, of.organizationId, { limits: { perEndUserDaily: 15_00n } });
    await toTheEnd(of, batch);
    // The recipient counts as well, for whomever they are paid.
    const items = await itemsOf(service, of, batch);
    expect(items.map(({ status }) => status)).toEqual(['created', 'create_failed', 'create_failed', 'create_failed']);
  });

  test('by its own expectation, by the network, and by what would arrive', async () => {
    const { of, batch } = await creating((to) => [
      ...amounts(to, '10.00'),
      { ...linesTo(to, 2)[1], expectDestination: { amount: '9.00' } },
      ...linesTo(to, 3, { amount: '13.00' }).slice(2),
      ...linesTo(to, 4).slice(3),
    ]);
    const { price } = rail;
    rail.price = async (corridor, wanted) => {
      if (wanted?.amount === 13_00n) throw new RailRefusal('no thirteens');
      return price(corridor, wanted);
    };
    await toTheEnd(of, batch);
    expect(await fatesOf(service, of, batch)).toEqual({
      created: 2,
      'create_failed RATE_DRIFT_EXCEEDED': 1,
      'create_failed PROVIDER_REJECTED': 1,
    });
  });

  test('to a recipient who was blocked since', async () => {
    const { of, recipient, batch } = await creating((to) => linesTo(to, 2));
    const { organizationId } = of;
    const { store } = service.runtime;
    const stored = await store.get(refTo(RecipientEntity, { organizationId, recipientId: recipient.recipientId }));
    await store.transact(
      [replace(RecipientEntity, { ...(stored as NonNullable<typeof stored>), status: 'blocked' })],
      'x',
    );
    await toTheEnd(of, batch);
    expect(await fatesOf(service, of, batch)).toEqual({ 'create_failed PAYOUT_REFUSED': 2 });
  });
});

describe('in the middle of a creation', () => {
  const remaining = (type: string) => ({ created: expect.any(Number), [`create_failed ${type}`]: expect.any(Number) });

  test.each<[string, string, (runtime: WholeRuntime, organizationId: string) => Promise<unknown>]>([
    ['a suspension', 'ACCOUNT_BLOCKED', suspend],
    [
      'a threshold',
      'USE_POST_PAYOUTS',
      (runtime, id) => setControls(runtime, id, { approvals: { threshold: 1_000_000_00n, quorum: 1, approvers: [] } }),
    ],
    [
      'a daily threshold',
      'USE_POST_PAYOUTS',
      (runtime, id) =>
        setControls(runtime, id, { approvals: { dailyThreshold: 1_000_000_00n, quorum: 1, approvers: [] } }),
    ],
    [
      'a velocity cap',
      'PAYOUT_LIMIT_EXCEEDED',
      (runtime, id) => setControls(runtime, id, { velocity: { payouts: 1, minutes: 60 } }),
    ],
  ])('%s fails the remaining lines with %s, and nothing that was created', async (_name, type, change) => {
    const { of, batch } = await creating((to) => linesTo(to, 50));
    let createdBefore = 0;
    await between(of, batch, async () => {
      createdBefore = (await batchOf(service, of, batch)).counts.created;
      await change(service.runtime, of.organizationId);
    });
    await advance(service, of, batch);
    await resume(service.runtime, of.organizationId);
    const fates = await fatesOf(service, of, batch);
    expect(fates).toEqual(remaining(type));
    // A velocity cap counts from when it is set: it lets one more through.
    expect((fates.created ?? 0) - createdBefore).toBe(type === 'PAYOUT_LIMIT_EXCEEDED' ? 1 : 0);
    expect(createdBefore).toBeGreaterThan(0);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed' });
    await expectSoundBooks(service, of);
  });

  test('a revoked key fails the remaining lines with UNAUTHORIZED', async () => {
    const { of, batch } = await creating((to) => linesTo(to, 50));
    const owner = await service.member(of.organizationId, 'owner');
    const reader = { ...of, ...(await service.key(of.organizationId)) };
    await between(of, batch, async () => bodyOf(await revoke(service, of.organizationId, owner, of.key.id)));
    await toTheEnd(of, batch, reader);
    expect(await fatesOf(service, reader, batch)).toEqual(remaining('UNAUTHORIZED'));
    await expectSoundBooks(service, reader);
  });

  test('batches that are switched off stop nothing that has started', async () => {
    const { of, batch } = await creating((to) => linesTo(to, 50));
    await between(of, batch, () => setControls(service.runtime, of.organizationId, { features: [] }));
    expect(await toTheEnd(of, batch)).toMatchObject({ counts: { created: 50 } });
  });
});

describe('a line that cannot be priced now', () => {
  /** The rail has no price for thirteen until a test says otherwise. */
  function outage() {
    const { price } = new FakeRail();
    rail.price = async (corridor, wanted) => {
      if (wanted?.amount === 13_00n) throw new Error('no answer');
      return price(corridor, wanted);
    };
  }

  const waitsUntil = async ({ organizationId }: TestOrganization, { batchId }: Body) =>
    ((await workOf(service.runtime, { organizationId, kind: 'batches', resourceId: batchId }))?.dueAt ?? 0) -
    service.clock.now;

  test('is left behind the others, and created when the rail answers again', async () => {
    const { of, batch } = await creating((to) => amounts(to, '13.00', '1.00', '13.00', '2.00'));
    outage();
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'creating', counts: { valid: 2, created: 2 } });
    expect(await waitsUntil(of, batch)).toBe(5 * second);
    rail.price = new FakeRail().price;
    service.clock.advance(5 * second);
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { created: 4 } });
    const order = (await readFeed(service, of, 'type=payout.pending')).map(({ data }) => data.sourceAmount);
    expect(order).toEqual(['1.00', '2.00', '13.00', '13.00']);
    await expectSoundBooks(service, of);
  });

  test('waits longer each time, five minutes at most, and fails after six hours', async () => {
    const { of, batch } = await creating((to) => amounts(to, '13.00', '1.00'));
    outage();
    const startedAt = service.clock.now;
    const pauses: number[] = [];
    for (;;) {
      await advance(service, of, batch);
      if ((await batchOf(service, of, batch)).status === 'completed') break;
      const pause = await waitsUntil(of, batch);
      pauses.push(pause);
      service.clock.advance(pause);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect([pauses[0], pauses.at(-1)]).toEqual([5 * second, 300 * second]);
    expect(service.clock.now - startedAt).toBeGreaterThanOrEqual(6 * hour);
    expect(service.clock.now - startedAt).toBeLessThan(6 * hour + 300 * second);
    expect(await fatesOf(service, of, batch)).toEqual({ created: 1, 'create_failed INTERNAL': 1 });
  });

  test('does not keep a batch from ending when its other lines are refused', async () => {
    const { of, batch } = await creating((to) => amounts(to, '13.00', '50.00'), '20.00');
    outage();
    await advance(service, of, batch);
    expect(await fatesOf(service, of, batch)).toEqual({ valid: 1, 'create_failed INSUFFICIENT_BALANCE': 1 });
    await suspend(service.runtime, of.organizationId);
    service.clock.advance(6 * hour);
    await advance(service, of, batch);
    await resume(service.runtime, of.organizationId);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { create_failed: 2 } });
  });
});
