import { type Read, read } from '../../ground/table/expressions.ts';
import { lostRace } from '../../ground/table/retry-lost-race.ts';
import { maxWrites } from '../../journal/commit/commit.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import { type ClaimedWork, claimWork } from '../../journal/due/claim-work.ts';
import { rescheduled } from '../../journal/due/due-work.ts';
import { giveUpForNow, maxAttempts, parkWork } from '../../journal/due/give-up.ts';
import { letGo } from '../../journal/due/let-go.ts';
import { waitOut } from '../../journal/due/wait-out.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import { type RailNews, RailUnavailable } from '../../ports/payout-rail.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { endUserDaysOf } from '../caps/count-payout.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { contradicts, isTerminal } from '../payout/transitions.ts';
import { askRail, MayBeForgotten, type RailSubjects, readSubjects } from './ask-rail.ts';
import { movePayout } from './move-payout.ts';

/** A claimed payout, as it was when its rail was asked, and what that says of it. */
interface Heard {
  readonly work: ClaimedWork;
  readonly asked: Payout;
  readonly news: RailNews;
}

/**
 * Advances the payouts of one organization that hints speak of: claims each, asks its rail, commits all the news together,
 * and says when each is due again.
 */
export async function advancePayouts(
  runtime: WorkerRuntime,
  organizationId: string,
  hints: readonly Hint[],
): Promise<void> {
  const claims = await each(hints, (hint) => claimWork(runtime, hint));
  if (claims.done.length === 0) return throwFirst(claims.failures);
  const payoutIds = claims.done.map(({ resourceId }) => resourceId);
  const subjects = readSubjects(runtime, organizationId, payoutIds);
  const answers = await each(claims.done, (work) => hear(runtime, subjects, work));
  for (const group of groupsOf(answers.done)) await settleNews(runtime, organizationId, group);
  // Work that could not even be let go of is due again when its lease ends; its hint comes back.
  throwFirst([...claims.failures, ...answers.failures]);
}

function throwFirst([failure]: readonly unknown[]): void {
  if (failure) throw failure;
}

/** Does something for each; the failure of one does not hold up the others. Undefined results are left out. */
async function each<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result | undefined>) {
  const results = await Promise.allSettled(items.map(act));
  return {
    done: results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : [])),
    failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  };
}

/** As many as one commit can hold. */
function groupsOf(heard: readonly Heard[]): Heard[][] {
  return Array.from({ length: Math.ceil(heard.length / groupSize) }, (_, index) =>
    heard.slice(index * groupSize, (index + 1) * groupSize),
  );
}

/** What a payout's news writes at most: the payout, two events, a ledger row and the days of two end users. */
const writesPerPayout = 6;
/** Beside the head. */
const groupSize = Math.floor((maxWrites - 1) / writesPerPayout);

/**
 * Commits a group's news. Where the group fails for anything but a lost race, one of them may spoil it for the others, so that
 * each is decided alone.
 */
async function settleNews(runtime: WorkerRuntime, organizationId: string, heard: readonly Heard[]): Promise<void> {
  const isGroup = heard.length > 1;
  try {
    await commitNews(runtime, organizationId, heard);
  } catch (error) {
    if (isGroup && !hasLostRace(error)) {
      runtime.log.warn('a group of payouts is decided one by one', { error: error as Error, organizationId });
      for (const one of heard) await settleNews(runtime, organizationId, [one]);
      return;
    }
    await Promise.all(heard.map(({ work }) => giveUpForNow(runtime, work, error, isGroup ? 'others' : undefined)));
  }
}

function hasLostRace(error: unknown): boolean {
  return lostRace(error);
}

/** Asks the rail of one payout; a failure lets go of this one and does not hold up the others. A rail that is out is waited for. */
async function hear(
  runtime: WorkerRuntime,
  subjects: Promise<RailSubjects>,
  work: ClaimedWork,
): Promise<Heard | undefined> {
  try {
    if (work.attempts > maxAttempts) throw new Error('every attempt ended without an outcome');
    return { work, ...(await askRail(runtime, await subjects, work)) };
  } catch (error) {
    await endFailed(error)(runtime, work, error);
    return undefined;
  }
}

function endFailed(error: unknown) {
  if (error instanceof RailUnavailable) return waitOut;
  return error instanceof MayBeForgotten ? parkWork : giveUpForNow;
}

/**
 * Commits the news of several payouts as one change of the journal, and lets go of their work after it: each commit holds up
 * the organization's others, and what a worker that dies in between leaves claimed is asked about again when its lease ends.
 */
async function commitNews(runtime: WorkerRuntime, organizationId: string, heard: readonly Heard[]): Promise<void> {
  const contradictory = new Set<Heard>();
  await decideAndCommit(runtime, {
    organizationId,
    reads: Object.fromEntries(heard.map(({ work }) => [work.resourceId, payoutRead(work)])),
    lookUps: heard.flatMap(lookUpsOf),
    decide: (found, draft) => {
      contradictory.clear();
      for (const one of heard) {
        const payout = found[one.work.resourceId] as Payout;
        if (isContradiction(payout, one)) contradictory.add(one);
        else if (movePayout(draft, payout, one.news)) continue;
        draft.disregard(payout.payoutId);
      }
      return draft.isEmpty ? undefined : { reply: { status: 200, body: undefined } };
    },
  });
  await Promise.all(
    heard.map((one) =>
      contradictory.has(one) ? parkWork(runtime, one.work, contradiction(one.news)) : endClaim(runtime, one),
    ),
  );
}

function payoutRead({ organizationId, resourceId }: ClaimedWork) {
  return read(PayoutEntity, { organizationId, payoutId: resourceId });
}

function lookUpsOf({ asked, news }: Heard): Read[] {
  return news.status !== 'unknown' && isTerminal(news.status) ? endUserDaysOf(asked) : [];
}

function isContradiction({ status }: Payout, { news }: Heard): boolean {
  return news.status !== 'unknown' && contradicts(status, news.status);
}

function contradiction({ status }: RailNews): Error {
  return new Error(
    `the rail says ${status}, which cannot follow; money may have moved that the ledger does not know of`,
  );
}

/** The work is done, or due again later. */
async function endClaim({ clock, store }: WorkerRuntime, { work, news }: Heard): Promise<void> {
  const wait = lookAgainInMs(news);
  await letGo(store, work, wait === undefined ? undefined : rescheduled(work.claim, clock() + wait));
}

function lookAgainInMs(news: RailNews): number | undefined {
  return 'lookAgainInMs' in news ? news.lookAgainInMs : undefined;
}
