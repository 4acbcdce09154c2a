import { beforeEach, describe, expect, test, vi } from 'vitest';
import { worker as sweep } from '../../../../functions/schedules/sweep-due-work.ts';
import { claimWork, leaseMs } from '../../../../shared/journal/due/claim-work.ts';
import { dueSlotMs } from '../../../../shared/journal/due/due-work.ts';
import { maxAttempts, postponeOrPark } from '../../../../shared/journal/due/postpone-or-park.ts';
import { sweepMs } from '../../../../shared/journal/due/sweep-due-work.ts';
import { lostAfterMs, mostWaiting, sweepHorizonMs } from '../../../../shared/journal/due/sweep-progress.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { TestService } from '../../../support/service.ts';
import { schedule } from './support.ts';

const minute = 60_000;

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});

/** As EventBridge starts it. */
const bySchedule = (runtime: WholeRuntime) => sweep.handle({ source: 'aws.events' }, runtime);
const ids = (hints: readonly Hint[]) => hints.map(({ resourceId }) => resourceId).sort();

describe('a sweep by hand', () => {
  test('hints every row that is overdue or due soon, in whatever shard, and none that is later', async () => {
    const { now } = service.clock;
    const times = [-86_400_000, -1, 0, 1, 60_000, sweepHorizonMs, sweepHorizonMs + 1, 86_400_000];
    const hints = await Promise.all(
      [...times, ...times, ...times, ...times].map((ms) => schedule(service.runtime, now + ms)),
    );
    await sweep.handle({}, service.runtime);
    const wanted = hints.filter(({ dueAt }) => dueAt <= now + sweepHorizonMs);
    const byId = (a: { resourceId: string }, b: { resourceId: string }) => a.resourceId.localeCompare(b.resourceId);
    expect(service.hints.take().sort(byId)).toEqual(wanted.sort(byId));
  });

  test('finds a row whose hint was lost, and again if that one is lost too', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    for (let lost = 0; lost < 3; lost += 1) {
      await sweep.handle({}, service.runtime);
      expect(service.hints.take()).toEqual([hint]);
    }
  });

  test('finds what a dead worker claimed, for the end of its lease', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    await claimWork(service.runtime, hint);
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toEqual([{ ...hint, dueAt: service.clock.now + leaseMs }]);
  });

  test('finds what a dead worker claimed shortly before a slot of the index ended, in the next one', async () => {
    service.clock.now = Math.ceil(service.clock.now / dueSlotMs) * dueSlotMs - leaseMs / 2;
    const hint = await schedule(service.runtime, service.clock.now);
    await claimWork(service.runtime, hint);
    const dueAt = service.clock.now + leaseMs;
    service.clock.advance(leaseMs / 2 + 1);
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toEqual([{ ...hint, dueAt }]);
  });

  test('does not find what is parked', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    const work = await claimWork(service.runtime, hint);
    await postponeOrPark(
      service.runtime,
      { ...(work as never as object), attempts: maxAttempts } as never,
      new Error('no'),
    );
    service.clock.advance(leaseMs * 10);
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toEqual([]);
  });

  test('leaves a kind alone while hints wait in its queue, and takes it up again when few do', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    service.hints.sent.push(...Array.from({ length: mostWaiting + 1 }, () => hint));
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toHaveLength(mostWaiting + 1);
    service.hints.sent.push(...Array.from({ length: mostWaiting }, () => hint));
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toHaveLength(mostWaiting + 1);
  });

  test('of nothing sends nothing', async () => {
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toEqual([]);
  });
});

describe('a sweep by schedule', () => {
  /** The hints of a run. They are gone afterwards: a worker has taken them, or they are lost. */
  async function run(): Promise<string[]> {
    await bySchedule(service.runtime);
    return ids(service.hints.take());
  }

  test('hints work once that was scheduled for later, when it is due soon', async () => {
    const { now } = service.clock;
    const minutes = [5, 9, 10, 11, 15, 16, 60];
    await Promise.all(minutes.map((due) => schedule(service.runtime, now + due * minute, { resourceId: `po_${due}` })));
    expect(await run()).toEqual(['po_10', 'po_5', 'po_9']);
    service.clock.advance(5 * minute);
    expect(await run()).toEqual(['po_11', 'po_15']);
    expect(await run()).toEqual([]);
  });

  test('finds a lost hint when its work is overdue, and again if that hint is lost too', async () => {
    const { resourceId } = await schedule(service.runtime, service.clock.now + sweepHorizonMs);
    expect(await run()).toEqual([resourceId]);
    service.clock.advance(sweepHorizonMs + lostAfterMs - 1);
    expect(await run()).toEqual([]);
    for (let lost = 0; lost < 2; lost += 1) {
      service.clock.advance(5 * minute);
      expect(await run()).toEqual([resourceId]);
    }
  });

  test('finds work whose worker died, when its lease ended some time ago', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    await run();
    await claimWork(service.runtime, hint);
    service.clock.advance(leaseMs + lostAfterMs - 1);
    expect(await run()).toEqual([]);
    service.clock.advance(5 * minute);
    expect(await run()).toEqual([hint.resourceId]);
  });

  test('hints no overdue work while the queue may hold its hint, but still work that was scheduled for later', async () => {
    const late = await schedule(service.runtime, service.clock.now);
    const later = await schedule(service.runtime, service.clock.now + 14 * minute);
    await run();
    const waits = (count: number) => service.hints.sent.push(...Array.from({ length: count }, () => late));
    service.clock.advance(5 * minute);
    waits(mostWaiting + 1);
    await bySchedule(service.runtime);
    expect(ids(service.hints.take().slice(mostWaiting + 1))).toEqual([later.resourceId]);
    service.clock.advance(5 * minute);
    waits(mostWaiting);
    await bySchedule(service.runtime);
    expect(service.hints.take()).toHaveLength(mostWaiting);
    service.clock.advance(5 * minute);
    expect(await run()).toEqual([late.resourceId]);
  });

  test('does not believe what a run stored whose clock was ahead', async () => {
    const ahead = service.clock.now + 24 * 60 * minute;
    await bySchedule({ ...service.runtime, clock: () => ahead });
    const { resourceId } = await schedule(service.runtime, service.clock.now + 16 * minute);
    service.clock.advance(5 * minute);
    await run();
    service.clock.advance(5 * minute);
    expect(await run()).toEqual([resourceId]);
    service.clock.advance(10 * minute);
    expect(await run()).toEqual([resourceId]);
  });

  test('goes on where the last run had no more time, and hints nothing twice', async () => {
    const scheduled = await scheduleMany(3_000);
    const endsAt = service.clock.now + sweepMs;
    const outOfTime = {
      ...service.runtime,
      sleep: async () => {
        service.clock.now = endsAt;
      },
    };
    await bySchedule(outOfTime);
    const first = ids(service.hints.take());
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(3_000);
    expect([...first, ...(await run())].sort()).toEqual(ids(scheduled));
  });

  test('goes on where the last run died, and leaves nothing out', async () => {
    const scheduled = await scheduleMany(3_000);
    const found = new Set<string>();
    let sends = 0;
    const dying = {
      ...service.runtime.hints,
      backlog: async () => 0,
      send: async (hints: readonly Hint[]) => {
        sends += 1;
        if (sends > 8) return new Promise<never>(() => {});
        for (const { resourceId } of hints) found.add(resourceId);
      },
    };
    void bySchedule({ ...service.runtime, hints: dying });
    await vi.waitFor(() => expect(sends).toBeGreaterThan(8), { timeout: 60_000 });
    const rest = await run();
    expect(rest.length).toBeLessThan(3_000);
    for (const id of rest) found.add(id);
    expect(found).toEqual(new Set(ids(scheduled)));
  });

  test('stops at no kind that fails: the others are swept, and the run as a whole has failed', async () => {
    const failing = await schedule(service.runtime, service.clock.now, { kind: 'rails' });
    const others = await Promise.all(
      (['approvals', 'mails'] as const).map((kind) => schedule(service.runtime, service.clock.now, { kind })),
    );
    const errors: unknown[] = [];
    const broken: WholeRuntime = {
      ...service.runtime,
      log: { ...service.runtime.log, error: (...line: unknown[]) => errors.push(line) },
      hints: {
        send: (hints) => service.hints.send(hints),
        backlog: async (kind) => {
          if (kind === 'rails') throw new Error('the queue did not answer');
          return 0;
        },
      },
    };
    await expect(bySchedule(broken)).rejects.toThrow('1 of 12 kinds of due work could not be swept');
    expect(errors).toEqual([
      ['a kind of due work could not be swept', { kind: 'rails', error: new Error('the queue did not answer') }],
    ]);
    expect(ids(service.hints.take())).toEqual(ids(others));
    expect(await run()).toEqual([failing.resourceId]);
  });

  test('stops at no shard that fails: its work is found by the next run, and that of the others once', async () => {
    const scheduled = await Promise.all(Array.from({ length: 60 }, () => schedule(service.runtime, service.clock.now)));
    const { store } = service.runtime;
    const duePage: typeof store.duePage = (entity, range) =>
      range.shard === 'rails#3' ? Promise.reject(new Error('throttled')) : store.duePage(entity, range);
    await expect(bySchedule({ ...service.runtime, store: { ...store, duePage } })).rejects.toThrow(
      'could not be swept',
    );
    const first = ids(service.hints.take());
    expect(first.length).toBeGreaterThan(0);
    const second = await run();
    expect(second.length).toBeGreaterThan(0);
    expect([...first, ...second].sort()).toEqual(ids(scheduled));
  });

  async function scheduleMany(count: number): Promise<Hint[]> {
    return Promise.all(Array.from({ length: count }, () => schedule(service.runtime, service.clock.now - 10 * minute)));
  }
});
