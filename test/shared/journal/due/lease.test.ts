import { describe, expect, test } from 'vitest';
import { discoverWorkers } from '../../../../functions/discover.ts';
import { leaseMs } from '../../../../shared/journal/due/claim-work.ts';
import { dueKinds } from '../../../../shared/ports/due-kinds.ts';

/** How long a queue hides a message from other workers, in timeouts of its own (`lib/constructs/due-queue.ts`). */
const timeoutsHidden = 6;

const workers = (await discoverWorkers()).flatMap(({ declaration: { name, trigger, timeoutSeconds } }) =>
  trigger.type === 'queue' ? [[name, timeoutSeconds * 1_000, trigger.kind] as const] : [],
);

describe('a lease', () => {
  test('is what the worker of every kind of work has', () => {
    expect(workers.map(([, , kind]) => kind).sort()).toEqual([...dueKinds].sort());
  });

  test.each(workers)('lasts longer than %s may run: nobody takes the work of one that lives', (_name, timeoutMs) => {
    expect(leaseMs).toBeGreaterThan(timeoutMs);
  });

  test.each(workers)('ends before the hint of a dead %s comes back', (_name, timeoutMs) => {
    expect(leaseMs).toBeLessThan(timeoutsHidden * timeoutMs);
  });
});
