import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { worker as advancePayouts } from '../../../functions/queues/advance-payouts.ts';
import { worker as sweepDueWork } from '../../../functions/schedules/sweep-due-work.ts';
import { worker as hintDueWork } from '../../../functions/streams/hint-due-work.ts';
import { runWorker } from '../../../shared/contract/run-worker.ts';
import { RailUnavailable } from '../../../shared/ports/payout-rail.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { countedIn, valuesOf, withoutMetrics } from '../../support/counted.ts';
import { addPayout, deliver } from '../../support/journey.ts';
import { startWithRail } from '../payouts/lifecycle/support.ts';

const captured = new CapturedLog();
let { rail, service, organization, hintOf } = {} as Awaited<ReturnType<typeof startWithRail>>;

beforeEach(async () => {
  ({ rail, service, organization, hintOf } = await startWithRail());
  Object.assign(service.runtime, { log: captured.log });
  captured.lines.length = 0;
});

const used = {
  tableCalls: expect.any(Number),
  readUnits: expect.any(Number),
  writeUnits: expect.any(Number),
  commitAttempts: expect.any(Number),
};

/** The only line of a worker since the last look. */
function workerLine() {
  const lines = captured.lines.splice(0).filter(({ message }) => message === 'worker');
  expect(lines).toHaveLength(1);
  return lines[0];
}

describe('the line of a worker', () => {
  test('tells what became of its work, how late that was and what it used', async () => {
    const payouts = [await addPayout(service, organization), await addPayout(service, organization, { serial: 1 })];
    const hints = await Promise.all(payouts.map(({ payoutId }) => hintOf(payoutId)));
    service.clock.advance(1_500);

    await deliver(service, hints);

    const line = workerLine();
    expect(withoutMetrics(line)).toEqual({
      level: 'info',
      message: 'worker',
      worker: 'advance-payouts',
      records: 2,
      done: 2,
      postponed: 0,
      parked: 0,
      failed: 0,
      oldestLagMs: 1_500,
      milliseconds: 0,
      ...used,
      commitAttempts: 1,
    });
    expect(valuesOf([line], 'DueWorkLag')).toEqual([
      [{ kind: 'rails' }, 1_500],
      [{ kind: 'rails' }, 1_500],
    ]);
    expect(valuesOf([line], 'CommitAttempts')).toEqual([[{}, 1]]);
  });

  test('counts work that is put off, and work that is put aside', async () => {
    const [away, wrong] = [
      await addPayout(service, organization),
      await addPayout(service, organization, { serial: 1 }),
    ];
    rail.around = async ({ key }) => {
      if (key === away.payoutId) throw new RailUnavailable('away');
      return { status: 'nonsense' } as never;
    };
    await deliver(service, [await hintOf(away.payoutId), await hintOf(wrong.payoutId)]);
    expect(workerLine()).toMatchObject({ level: 'info', done: 0, postponed: 2, parked: 0 });

    for (let tries = 2; tries <= 12; tries += 1) {
      const hint = await hintOf(wrong.payoutId);
      service.clock.now = Math.max(service.clock.now, hint.dueAt);
      await deliver(service, [hint]);
    }
    const last = captured.lines.filter(({ message }) => message === 'worker').at(-1);
    expect(last).toMatchObject({ done: 0, postponed: 0, parked: 1 });
  });

  test('is a warning where records come back', async () => {
    await runWorker(advancePayouts, { Records: [{ messageId: 'bad', body: '' }] } as SQSEvent, service.runtime);
    const line = workerLine();
    expect(line).toMatchObject({ level: 'warn', records: 1, failed: 1 });
    expect(line).not.toHaveProperty('oldestLagMs');
    expect(countedIn([line])).toEqual([]);
  });

  test('is an error with its cause where the invocation failed', async () => {
    const broken = service.process(async () => {
      throw new Error('no table', { cause: new Error('the host is gone') });
    }, service.runtime.log && { log: captured.log });
    await expect(runWorker(sweepDueWork, {}, broken.runtime)).rejects.toThrow('could not be swept');
    expect(workerLine()).toMatchObject({
      level: 'error',
      worker: 'sweep-due-work',
      error: { cause: { message: 'no table', cause: { message: 'the host is gone' } } },
    });
  });

  test('comes for every kind of trigger', async () => {
    await runWorker(sweepDueWork, {}, service.runtime);
    const swept = workerLine();
    expect(swept).toMatchObject({ level: 'info', worker: 'sweep-due-work' });
    expect(swept).not.toHaveProperty('records');
    await runWorker(hintDueWork, { Records: [] }, service.runtime);
    expect(workerLine()).toMatchObject({ level: 'info', worker: 'hint-due-work', records: 0 });
  });
});
