import { beforeEach, describe, expect, test } from 'vitest';
import { worker as sweep } from '../../../../functions/schedules/sweep-due-work.ts';
import { claimWork, leaseMs } from '../../../../shared/journal/due/claim-work.ts';
import { maxAttempts, postponeOrPark } from '../../../../shared/journal/due/postpone-or-park.ts';
import { sweepHorizonMs } from '../../../../shared/journal/due/sweep-due-work.ts';
import { TestService } from '../../../support/service.ts';
import { schedule } from './support.ts';

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});

describe('a sweep', () => {
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

  test('skips a kind whose queue is backed up, and takes it up again when it is not', async () => {
    const hint = await schedule(service.runtime, service.clock.now);
    service.hints.sent.push(...Array.from({ length: 1_001 }, () => hint));
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toHaveLength(1_001);
    service.hints.sent.push(...Array.from({ length: 1_000 }, () => hint));
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toHaveLength(1_001);
  });

  test('of nothing sends nothing', async () => {
    await sweep.handle({}, service.runtime);
    expect(service.hints.take()).toEqual([]);
  });
});
