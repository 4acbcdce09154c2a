import { beforeEach, describe, expect, test } from 'vitest';
import { ConditionFailed } from '../../../../shared/ground/table/refusals.ts';
import { claimWork, leaseMs } from '../../../../shared/journal/due/claim-work.ts';
import {
  DueWorkEntity,
  dueRef,
  dueShard,
  dueShardCount,
  dueSlotMs,
  postponeUpdate,
  rescheduleUpdate,
} from '../../../../shared/journal/due/due-work.ts';
import { maxAttempts, postponeOrPark } from '../../../../shared/journal/due/postpone-or-park.ts';
import { createFaultyTable, type FaultyTable, lostAnswer } from '../../../support/faults.ts';
import { TestService } from '../../../support/service.ts';
import { schedule, workOf } from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeEach(async () => {
  table = await createFaultyTable();
  service = await TestService.start({}, table);
});

describe('a claim', () => {
  test('is won by exactly one of many at once; the others have nothing to do', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimWork(service.runtime, hint)));
    const won = claims.filter((claim) => claim !== undefined);
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ attempts: 1, claims: 1, dueAt: service.clock.now + leaseMs });
    expect(service.hints.take()).toEqual([]);
    expect(await workOf(service.runtime, hint)).toMatchObject({ claim: won[0]?.claim, attempts: 1 });
  });

  test('holds for its lease: not a millisecond before its end is the work anybody else’s', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    const first = await claimWork(service.runtime, hint);
    service.clock.advance(leaseMs - 1);
    expect(await claimWork(service.runtime, hint)).toBeUndefined();
    service.clock.advance(1);
    const second = await claimWork(service.runtime, hint);
    expect(second).toMatchObject({ attempts: 2, claims: 2 });
    expect(second?.claim).not.toBe(first?.claim);
  });

  test('leaves the index alone, and so does its end where the work is due again within the same five minutes', async () => {
    service.clock.now = Math.ceil(service.clock.now / dueSlotMs) * dueSlotMs;
    const { now } = service.clock;
    const hint = await schedule(service.runtime, now);
    const work = await claimWork(service.runtime, hint);
    expect(await workOf(service.runtime, hint)).toMatchObject({ dueAt: now + leaseMs, dueSlot: now });
    const endAt = async (dueAt: number) =>
      service.runtime.store.update(dueRef(hint), rescheduleUpdate(work?.claim ?? '', dueAt));
    expect(await endAt(now + dueSlotMs - 1)).toMatchObject({ dueAt: now + dueSlotMs - 1, dueSlot: now });
    service.clock.advance(dueSlotMs);
    const again = await claimWork(service.runtime, hint);
    const later = rescheduleUpdate(again?.claim ?? '', now + dueSlotMs);
    expect(await service.runtime.store.update(dueRef(hint), later)).toMatchObject({ dueSlot: now + dueSlotMs });
  });

  test('that was lost can settle nothing any more', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    const first = await claimWork(service.runtime, hint);
    service.clock.advance(leaseMs);
    const second = await claimWork(service.runtime, hint);
    const lateEnds = [rescheduleUpdate(first?.claim ?? '', 1), postponeUpdate(first?.claim ?? '', 1)];
    for (const late of lateEnds) {
      await expect(service.runtime.store.update(dueRef(hint), late)).rejects.toBeInstanceOf(ConditionFailed);
    }
    await postponeOrPark(service.runtime, first as never, new Error('late'));
    expect(await workOf(service.runtime, hint)).toMatchObject({
      claim: second?.claim,
      dueAt: service.clock.now + leaseMs,
    });
  });

  test('that the SDK sent twice, because the first answer was lost, is recognised as the same one', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    table.intercept(async ({ name }, send) => {
      if (name === 'Update') await send();
      return send();
    });
    expect(await claimWork(service.runtime, hint)).toMatchObject({
      attempts: 1,
      claims: 1,
      resourceId: hint.resourceId,
    });
  });

  test('whose answer is lost for good is an error, and free again after the lease', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    table.intercept(async ({ name }, send) => {
      await send();
      if (name === 'Update') throw lostAnswer();
    });
    await expect(claimWork(service.runtime, hint)).rejects.toThrow('hang up');
    table.intercept(undefined);
    expect(await claimWork(service.runtime, hint)).toBeUndefined();
    service.clock.advance(leaseMs);
    expect(await claimWork(service.runtime, hint)).toMatchObject({ claims: 2 });
  });
});

describe('a hint', () => {
  test('that comes early delays itself again, and claims nothing', async () => {
    const hint = await schedule(service.runtime, service.clock.now + 5_000);
    expect(await claimWork(service.runtime, hint)).toBeUndefined();
    expect(service.hints.take()).toEqual([hint]);
    expect(await workOf(service.runtime, hint)).toMatchObject({ attempts: 0, claims: 0 });
  });

  test('of work that was moved is dropped: the move gave a hint of its own', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    const work = await claimWork(service.runtime, hint);
    await service.runtime.store.update(dueRef(hint), rescheduleUpdate(work?.claim ?? '', service.clock.now + 5_000));
    expect(await claimWork(service.runtime, hint)).toBeUndefined();
    expect(service.hints.take()).toEqual([]);
  });

  test('of work that is done or never was is dropped, and makes no row', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    const gone = { ...hint, resourceId: 'po_gone' };
    expect(await claimWork(service.runtime, gone)).toBeUndefined();
    expect(await workOf(service.runtime, gone)).toBeUndefined();
    expect(service.hints.take()).toEqual([]);
  });

  test('of parked work is dropped', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    const work = await claimWork(service.runtime, hint);
    await postponeOrPark(
      service.runtime,
      { ...(work as never as object), attempts: maxAttempts } as never,
      new Error('no'),
    );
    service.clock.advance(leaseMs * 100);
    expect(await claimWork(service.runtime, hint)).toBeUndefined();
    expect(service.hints.take()).toEqual([]);
  });
});

describe('giving up for now', () => {
  test('pauses longer after each attempt, an hour at most, and parks after twelve: the row leaves the index', async () => {
    const errors: unknown[] = [];
    const { runtime } = service;
    const log = { ...runtime.log, error: (...entry: unknown[]) => void errors.push(entry) };
    const hint = await schedule(runtime, service.clock.now);
    const pauses: number[] = [];
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      const work = await claimWork(runtime, hint);
      await postponeOrPark({ ...runtime, log: log as never }, work as never, new Error('no'));
      const { dueAt = 0, claim } = (await workOf(runtime, hint)) ?? {};
      expect(claim).toBeUndefined();
      pauses.push((dueAt - service.clock.now) / 1_000);
      service.clock.now = dueAt;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600]);
    expect(errors).toEqual([]);

    await postponeOrPark({ ...runtime, log: log as never }, (await claimWork(runtime, hint)) as never, new Error('no'));
    expect(await workOf(runtime, hint)).toMatchObject({ parkedAt: service.clock.now, attempts: maxAttempts });
    for (const name of ['dueAt', 'dueShard', 'claim']) expect(await workOf(runtime, hint)).not.toHaveProperty(name);
    expect(errors).toHaveLength(1);
    expect(await found()).toEqual([]);
  });

  test('of standing work parks nothing: it goes on every hour, and is told as an error', async () => {
    const errors: unknown[] = [];
    const { runtime } = service;
    const log = { ...runtime.log, error: (message: string) => void errors.push(message) };
    const hint = await schedule(runtime, service.clock.now, { kind: 'endpoints' });
    for (let attempt = 1; attempt <= maxAttempts + 2; attempt += 1) {
      const work = await claimWork(runtime, hint);
      await postponeOrPark({ ...runtime, log: log as never }, work as never, new Error('no'));
      service.clock.now = (await workOf(runtime, hint))?.dueAt ?? 0;
    }
    expect(errors).toEqual(Array(3).fill('due work keeps failing'));
  });

  test('counts only attempts since the last that ended well', async () => {
    const { runtime } = service;
    const hint = await schedule(runtime, service.clock.now);
    await postponeOrPark(runtime, (await claimWork(runtime, hint)) as never, new Error('no'));
    service.clock.advance(5_000);
    const work = await claimWork(runtime, hint);
    expect(work).toMatchObject({ attempts: 2, claims: 2 });
    await runtime.store.update(dueRef(hint), rescheduleUpdate(work?.claim ?? '', service.clock.now));
    expect(await claimWork(runtime, hint)).toMatchObject({ attempts: 1, claims: 3 });
  });

  /** Rows that the index still holds, however late they are due. */
  async function found(): Promise<unknown[]> {
    const shards = Array.from({ length: dueShardCount }, (_, shard) => dueShard('rails', shard));
    const pages = shards.map((shard) =>
      service.runtime.store.duePage(DueWorkEntity, { shard, until: Number.MAX_SAFE_INTEGER, limit: 10 }),
    );
    return (await Promise.all(pages)).flatMap(({ rows }) => rows);
  }
});
