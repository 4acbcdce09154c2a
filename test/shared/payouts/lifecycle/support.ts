import { expect } from 'vitest';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import { FakeRail } from '../../../support/fake-rail.ts';
import { createFaultyTable } from '../../../support/faults.ts';
import { bodyOf, deliver, fundedOrganization, pathOf, readFeed } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { keyOfPayout, workOf } from '../../journal/due/support.ts';

/** A funded organization whose payouts go over a rail of the test's own. */
export async function startWithRail() {
  const rail = new FakeRail();
  const table = await createFaultyTable();
  const service = await TestService.start({ rails: rail.rails }, table);
  const organization = await fundedOrganization(service);
  const keyOf = (payoutId: string) => keyOfPayout(organization.organizationId, payoutId);
  const work = (payoutId: string) => workOf(service.runtime, keyOf(payoutId));

  /** The hint of a payout's row as it stands. */
  async function hintOf(payoutId: string): Promise<Hint> {
    return { ...keyOf(payoutId), dueAt: (await work(payoutId))?.dueAt ?? 0 };
  }

  return {
    rail,
    table,
    service,
    organization,
    keyOf,
    work,
    hintOf,
    /** Waits until payouts are due, and hands their hints over. */
    async advance(...payoutIds: string[]): Promise<void> {
      const hints = await Promise.all(payoutIds.map(hintOf));
      service.clock.now = Math.max(service.clock.now, ...hints.map(({ dueAt }) => dueAt));
      expect(await deliver(service, hints)).toEqual({ batchItemFailures: [] });
    },
    async order(payoutId: string) {
      return bodyOf(await service.get(`${pathOf(organization)}/orders/${payoutId}`, organization));
    },
    /** What the feed told of a payout: `pending`, `completed`, … */
    async told(payoutId: string): Promise<string[]> {
      const events = await readFeed(service, organization, `payoutId=${payoutId}`);
      return events.map(({ type }) => type.replace('payout.', ''));
    },
  };
}

export type RailTest = Awaited<ReturnType<typeof startWithRail>>;
