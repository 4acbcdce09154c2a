import { countOutcome } from '../../ground/metrics/collect.ts';
import { type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { lostRace } from '../../ground/table/retry-lost-race.ts';
import { maxWrites } from '../../journal/commit/commit.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import { type ClaimedWork, claimWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate, untoldUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endFailedWork } from '../../journal/due/end-failed-work.ts';
import { parkWork, refuseExhausted } from '../../journal/due/postpone-or-park.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { RailStatus } from '../../ports/payout-rail.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { endUserDayRefs } from '../caps/consume-caps.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { contradicts, isTerminal } from '../payout/transitions.ts';
import { askRail, MayBeForgotten, type RailAnswer, type RailSubjects, readSubjects } from './ask-rail.ts';
import { movePayout } from './move-payout.ts';

/** A claimed payout as it was when the rail was asked, and the rail's answer. */
interface RailReport extends RailAnswer {
  readonly work: ClaimedWork;
}

/**
 * Advances the payouts of one organization that hints name: claims each, asks its rail, commits the reports in groups,
 * and sets when each payout is due again.
 */
export async function advancePayouts(
  runtime: WorkerRuntime<'payouts'>,
  organizationId: string,
  hints: readonly Hint[],
): Promise<void> {
  const claims = await each(hints, (hint) => claimWork(runtime, hint));
  if (claims.done.length === 0) return throwFirst(claims.failures);
  const payoutIds = claims.done.map(({ resourceId }) => resourceId);
  const subjects = readSubjects(runtime, organizationId, payoutIds);
  const answers = await each(claims.done, (work) => poll(runtime, subjects, work));
  for (let left = answers.done; left.length > 0; ) {
    left = left.slice(await settleGroup(runtime, organizationId, left));
  }
  // Work whose claim could not be ended is due again when its lease ends; its hint comes back.
  throwFirst([...claims.failures, ...answers.failures]);
}

function throwFirst([failure]: readonly unknown[]): void {
  if (failure) throw failure;
}

/** Calls `act` for each item; a failure of one does not affect the others. Undefined results are left out. */
async function each<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result | undefined>) {
  const results = await Promise.allSettled(items.map(act));
  return {
    done: results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : [])),
    failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  };
}

/**
 * Commits as many of the reports as one commit has room for. If that fails for a reason other than a lost race, one
 * report may be the cause, so each of them is then committed alone.
 * @returns how many are settled, from the first on
 */
async function settleGroup(
  runtime: WorkerRuntime<'payouts'>,
  organizationId: string,
  reports: readonly RailReport[],
): Promise<number> {
  const progress = { taken: 0 };
  try {
    await commitReports(runtime, organizationId, reports, progress);
  } catch (error) {
    const failed = reports.slice(0, Math.max(1, progress.taken));
    const isGroup = failed.length > 1;
    if (isGroup && !lostRace(error)) {
      runtime.log.warn('a group of payouts is decided one by one', { error: error as Error, organizationId });
      for (const one of failed) await settleGroup(runtime, organizationId, [one]);
    } else {
      await Promise.all(failed.map(({ work }) => endFailedWork(runtime, work, error, isGroup ? 'others' : undefined)));
    }
    return failed.length;
  }
  return progress.taken;
}

/**
 * Asks the rail about one payout. A failure ends this claim and does not affect the other payouts; an outage of the
 * rail only postpones the work.
 */
async function poll(
  runtime: WorkerRuntime<'payouts'>,
  subjects: Promise<RailSubjects>,
  work: ClaimedWork,
): Promise<RailReport | undefined> {
  try {
    refuseExhausted(work);
    return { work, ...(await askRail(runtime, await subjects, work)) };
  } catch (error) {
    await endFailed(error)(runtime, work, error);
    return undefined;
  }
}

function endFailed(error: unknown) {
  return error instanceof MayBeForgotten ? parkWork : endFailedWork;
}

/** The head takes one of the writes. */
const mostWrites = maxWrites - 1;

/**
 * Commits the reports on several payouts in one commit, because each commit delays the organization's others. Ends
 * their claims afterwards: if the worker dies before that, the rail is asked again when the leases end.
 */
async function commitReports(
  runtime: WorkerRuntime<'payouts'>,
  organizationId: string,
  reports: readonly RailReport[],
  progress: { taken: number },
): Promise<void> {
  const contradictory = new Set<RailReport>();
  await decideAndCommit(runtime, {
    organizationId,
    reads: Object.fromEntries(reports.map(({ work }) => [work.resourceId, payoutRef(work)])),
    known: Object.assign({}, ...reports.map(({ organization, asked }) => ({ organization, [asked.payoutId]: asked }))),
    lookUps: reports.flatMap(lookUpsOf),
    decide: (found, draft) => {
      contradictory.clear();
      progress.taken = 0;
      for (const one of reports) {
        const payout = found[one.work.resourceId] as Payout;
        const attempted = draft.attempt(() => {
          if (isContradiction(payout, one)) contradictory.add(one);
          else if (movePayout(draft, payout, one.railStatus)) return;
          draft.skipCheck(payout.payoutId);
        }, mostWrites);
        if ('full' in attempted) break;
        progress.taken += 1;
        if ('refusal' in attempted) throw attempted.refusal;
      }
      draft.skipCheck(...reports.slice(progress.taken).map(({ work }) => work.resourceId));
      return draft.isEmpty ? undefined : { reply: { status: 200, body: undefined } };
    },
  });
  await Promise.all(
    reports
      .slice(0, progress.taken)
      .map((one) =>
        contradictory.has(one) ? parkWork(runtime, one.work, contradiction(one.railStatus)) : endReported(runtime, one),
      ),
  );
}

function payoutRef({ organizationId, resourceId }: ClaimedWork) {
  return refTo(PayoutEntity, { organizationId, payoutId: resourceId });
}

function lookUpsOf({ asked, railStatus }: RailReport): ItemRef[] {
  return railStatus.status !== 'unknown' && isTerminal(railStatus.status) ? endUserDayRefs(asked) : [];
}

function isContradiction({ status }: Payout, { railStatus }: RailReport): boolean {
  return railStatus.status !== 'unknown' && contradicts(status, railStatus.status);
}

function contradiction({ status }: RailStatus): Error {
  return new Error(
    `the rail says ${status}, which cannot follow; money may have moved that the ledger does not know of`,
  );
}

/** Ends the claim: the work is done, or due again later. */
async function endReported({ clock, store }: WorkerRuntime, { work, railStatus, isTold }: RailReport): Promise<void> {
  const wait = recheckAfterMs(railStatus);
  const reschedule = isTold ? rescheduleUpdate : untoldUpdate;
  await endClaim(store, work, wait === undefined ? undefined : reschedule(work.claim, clock() + wait));
  countOutcome('done');
}

function recheckAfterMs(railStatus: RailStatus): number | undefined {
  return 'recheckInMs' in railStatus ? railStatus.recheckInMs : undefined;
}
