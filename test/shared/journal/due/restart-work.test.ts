import { beforeEach, expect, test } from 'vitest';
import { type ClaimedWork, claimWork } from '../../../../shared/journal/due/claim-work.ts';
import { dueRef, rescheduleUpdate, restartUpdate, restartWork } from '../../../../shared/journal/due/due-work.ts';
import { endClaim } from '../../../../shared/journal/due/end-claim.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import { TestService } from '../../../support/service.ts';
import { schedule, workOf } from './support.ts';

let service: TestService;
let hint: Hint;
let held: ClaimedWork;

beforeEach(async () => {
  service = await TestService.start();
  hint = await schedule(service.runtime, service.clock.now);
  held = (await claimWork(service.runtime, hint)) as ClaimedWork;
});

test.each([
  ['alone', (dueAt: number) => service.runtime.store.update(dueRef(hint), restartUpdate(hint, dueAt))],
  ['by a commit', (dueAt: number) => service.runtime.store.transact([restartWork(hint, dueAt)], 'token')],
])(
  'work that is restarted %s is taken from the worker that holds it, which can settle nothing any more',
  async (_how, restart) => {
    const dueAt = service.clock.now + 1_000;
    await restart(dueAt);
    expect(await workOf(service.runtime, hint)).not.toHaveProperty('claim');
    expect(await endClaim(service.runtime.store, held)).toBe(false);
    expect(await endClaim(service.runtime.store, held, rescheduleUpdate(held.claim, dueAt + 60_000))).toBe(false);
    expect(await workOf(service.runtime, hint)).toMatchObject({ dueAt, attempts: 0, claims: 1 });
    service.clock.now = dueAt;
    expect(await claimWork(service.runtime, { ...hint, dueAt })).toMatchObject({ attempts: 1, claims: 2 });
  },
);
