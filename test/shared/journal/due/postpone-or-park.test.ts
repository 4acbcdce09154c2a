import { beforeEach, expect, test } from 'vitest';
import { type ClaimedWork, claimWork } from '../../../../shared/journal/due/claim-work.ts';
import { maxAttempts, postponeOrPark } from '../../../../shared/journal/due/postpone-or-park.ts';
import type { DueKind } from '../../../../shared/ports/due-kinds.ts';
import { TestService } from '../../../support/service.ts';
import { schedule, workOf } from './support.ts';

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});

/** What becomes of each kind of work when its attempts have run out. A new kind has to be decided on. */
const ends: Readonly<Record<DueKind, 'is parked' | 'goes on every hour'>> = {
  rails: 'is parked',
  funding: 'is parked',
  flushes: 'is parked',
  vaults: 'is parked',
  approvals: 'is parked',
  batches: 'is parked',
  checkout: 'is parked',
  'payout-links': 'is parked',
  mails: 'is parked',
  endpoints: 'goes on every hour',
  deliveries: 'goes on every hour',
  intents: 'goes on every hour',
};

test.each(Object.entries(ends) as [DueKind, string][])(
  'work of kind %s %s after its last attempt',
  async (kind, end) => {
    const { runtime, clock } = service;
    const hint = await schedule(runtime, clock.now, { kind });
    const work = (await claimWork(runtime, hint)) as ClaimedWork;
    await postponeOrPark(runtime, { ...work, attempts: maxAttempts }, new Error('no'));
    const { parkedAt, dueAt } = (await workOf(runtime, hint)) ?? {};
    const goesOn = end === 'goes on every hour';
    expect({ parkedAt, dueAt }).toEqual(goesOn ? { dueAt: clock.now + 60 * 60 * 1000 } : { parkedAt: clock.now });
  },
);
