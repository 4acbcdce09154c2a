import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identity, keyOf } from '../../../../shared/ground/table/keys.ts';
import { utcDay } from '../../../../shared/ground/time/clock.ts';
import type { Organization } from '../../../../shared/identity/organization.ts';
import { JournalDraft } from '../../../../shared/journal/commit/draft.ts';
import { type Head, newHead } from '../../../../shared/journal/commit/head.ts';
import { consumeCaps, releaseCaps } from '../../../../shared/payouts/caps/consume-caps.ts';
import { type EndUserDay, EndUserDayEntity, endUserDayRef } from '../../../../shared/payouts/caps/end-user-day.ts';
import type { Payout } from '../../../../shared/payouts/payout/payout.ts';
import { rowsOf, someTime } from '../../../support/drafts.ts';

const minute = 60_000;
const cap = 100n;
const endUsers = ['ada', 'bea'];
const organization = {
  organizationId: 'org',
  settlementCurrency: 'USD',
  limits: { daily: cap, perEndUserDaily: 60n },
} as Organization;

/** A step of the play: time goes on, and a process whose clock is so far ahead acts. */
const step = fc.record({
  passes: fc.integer({ min: 0, max: 300 }),
  aheadMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 180 })),
  act: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        amount: fc.bigInt({ min: 1n, max: 60n }),
        endUserId: fc.constantFrom(...endUsers),
        requiresFunding: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ fails: fc.nat() }) },
    { weight: 1, arbitrary: fc.constant('deposit' as const) },
  ),
});

interface Paid {
  readonly amount: bigint;
  readonly endUserId: string;
  readonly requiresFunding: boolean;
}

interface Sent {
  readonly payout: Payout;
  /** The day it was, and the day that its process took it for. */
  readonly day: string;
  readonly taken: string;
}

/** A journal in memory. */
class Journal {
  head: Head = { ...newHead('org', 0), balances: { USD: { available: 1_000_000n, held: 0n } } };
  readonly endUserDays = new Map<string, EndUserDay>();
  standing: Sent[] = [];

  commit(now: number, act: (draft: JournalDraft) => void): boolean {
    const found = new Map(
      endUsers.map((id) => [identity(keyOf(endUserDayRef('org', id))), this.endUserDays.get(id)] as const),
    );
    const draft = new JournalDraft(this.head, now, { livemode: false }, found);
    try {
      act(draft);
    } catch (error) {
      expect(error).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED' });
      return false;
    }
    this.head = { ...draft.headMove.next, version: this.head.version + 1 };
    for (const row of rowsOf(draft, EndUserDayEntity)) this.endUserDays.set(row.endUserId, row);
    return true;
  }

  /** One that its organization funds itself has no ledger row. */
  pay(now: number, day: string, { amount: sourceAmount, endUserId, requiresFunding }: Paid): boolean {
    return this.commit(now, (draft) => {
      const counted = consumeCaps(draft, organization, {
        sourceAmount,
        sourceCurrency: 'USD',
        endUsers: [endUserId],
        given: { endUserId },
      });
      const eventSequences = [draft.nextSequence];
      const ledgerPositions = requiresFunding
        ? []
        : [draft.post({ type: 'payout', currency: 'USD', amount: -sourceAmount })];
      draft.event({ type: 'payout.pending', data: {} });
      const payout = {
        organizationId: 'org',
        sourceAmount,
        given: { endUserId },
        counted,
        requiresFunding,
        eventSequences,
        ledgerPositions,
      };
      this.standing.push({ payout: payout as unknown as Payout, day, taken: utcDay(now) });
    });
  }

  fail(now: number, index: number): void {
    const [failed] = this.standing.splice(index % this.standing.length, 1);
    if (failed) this.commit(now, (draft) => releaseCaps(draft, failed.payout));
  }

  sum(counts: (sent: Sent) => boolean, endUserId?: string): bigint {
    return this.standing
      .filter((sent) => counts(sent) && (endUserId ?? sent.payout.given.endUserId) === sent.payout.given.endUserId)
      .reduce((total, { payout }) => total + payout.sourceAmount, 0n);
  }
}

/**
 * Clocks that are ahead commit here; one that is behind by more than the tolerance commits nothing, because the table's own
 * clock refuses it. What is promised to a right clock:
 * - what it sends keeps within the cap together with all that was sent on that day, by whatever clock;
 * - it is refused only for what was sent on that day, or was sent for that day by a clock that was in it already;
 * - what comes to nothing is given back, and nothing else.
 */
test('a right clock keeps the caps of its day whatever clocks ran ahead, and is not refused for another day', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const journal = new Journal();
      let time = someTime;
      for (const { passes, aheadMinutes, act } of steps) {
        time += passes * minute;
        const [now, day] = [time + aheadMinutes * minute, utcDay(time)];
        if (act === 'deposit') {
          journal.commit(now, (draft) => draft.post({ type: 'deposit', currency: 'USD', amount: 1n }));
        } else if ('fails' in act) {
          journal.fail(now, act.fails);
        } else {
          const { amount, endUserId } = act;
          const isSent = journal.pay(now, day, act);
          if (aheadMinutes > 0) continue;
          const [sentToday, forToday] = [(sent: Sent) => sent.day === day, (sent: Sent) => sent.taken === day];
          const eitherWay = (sent: Sent) => sentToday(sent) || forToday(sent);
          if (isSent) {
            expect(journal.sum(sentToday)).toBeLessThanOrEqual(cap);
            expect(journal.sum(sentToday, endUserId)).toBeLessThanOrEqual(60n);
          } else {
            const isFull = journal.sum(eitherWay) + amount > cap || journal.sum(eitherWay, endUserId) + amount > 60n;
            expect(isFull).toBe(true);
          }
        }
        for (const { amount } of [journal.head.paidToday, ...journal.endUserDays.values()].flatMap(
          (one) => one ?? [],
        )) {
          expect(amount).toBeGreaterThanOrEqual(0n);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});
