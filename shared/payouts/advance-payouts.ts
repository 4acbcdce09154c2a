import { countedForEndUser } from '../controls/count-payout.ts';
import { type ClaimedWork, claimWork } from '../due/claim-work.ts';
import { type DueWork, dueRead, heldBy, rescheduled } from '../due/due-work.ts';
import { giveUpForNow, maxAttempts, parkWork } from '../due/give-up.ts';
import type { Hint } from '../due/hint-queue.ts';
import { maxWrites } from '../journal/commit.ts';
import { decideAndCommit } from '../journal/decide.ts';
import type { JournalDraft } from '../journal/draft.ts';
import type { RailNews } from '../rails/payout-rail.ts';
import type { WorkerRuntime } from '../runtime/runtime.ts';
import { type Read, read } from '../table/expressions.ts';
import { ConditionFailed } from '../table/refusals.ts';
import { removeIf, updateIf, type Write } from '../table/writes.ts';
import { askRail, type RailSubjects, readSubjects } from './ask-rail.ts';
import { movePayout } from './move-payout.ts';
import { type Payout, PayoutEntity } from './payout.ts';
import { contradicts, isTerminal } from './transitions.ts';

/** A claimed payout, as it was when its rail was asked, and what that says of it. */
interface Heard {
  readonly work: ClaimedWork;
  readonly asked: Payout;
  readonly news: RailNews;
}

/**
 * Advances the payouts of one organization that hints speak of: claims each, asks its rail, and commits all the news
 * together. News that changes nothing only moves `dueAt`, beside the journal.
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

/** What a payout's news writes at most: the payout, its due row, two events, a ledger row and its end user's day. */
const writesPerPayout = 6;
/** Beside the head. */
const groupSize = Math.floor((maxWrites - 1) / writesPerPayout);

async function settleNews(runtime: WorkerRuntime, organizationId: string, heard: readonly Heard[]): Promise<void> {
  try {
    await commitNews(runtime, organizationId, heard);
  } catch (error) {
    await Promise.all(heard.map(({ work }) => giveUpForNow(runtime, work, error)));
  }
}

/** Asks the rail of one payout; a failure lets go of this one and does not hold up the others. */
async function hear(
  runtime: WorkerRuntime,
  subjects: Promise<RailSubjects>,
  work: ClaimedWork,
): Promise<Heard | undefined> {
  try {
    if (work.attempts > maxAttempts) throw new Error('every attempt ended without an outcome');
    return { work, ...(await askRail(runtime, await subjects, work)) };
  } catch (error) {
    await giveUpForNow(runtime, work, error);
    return undefined;
  }
}

/** Commits the news of several payouts as one change of the journal. */
async function commitNews(runtime: WorkerRuntime, organizationId: string, heard: readonly Heard[]): Promise<void> {
  const quiet: Heard[] = [];
  const contradictory: Heard[] = [];
  await decideAndCommit(runtime, {
    organizationId,
    reads: Object.fromEntries(heard.flatMap(readsOf)),
    lookUps: heard.flatMap(lookUpsOf),
    decide: (found, draft) => {
      quiet.length = 0;
      contradictory.length = 0;
      heard.forEach((one, index) => {
        const payout = found[`payout${index}`] as Payout | undefined;
        const due = found[`due${index}`] as DueWork | undefined;
        // Another worker has it by now: what it hears counts.
        const isMine = payout !== undefined && due?.claim === one.work.claim;
        if (isMine && !isContradiction(payout, one) && decideNews(draft, payout, one)) return;
        draft.disregard(`payout${index}`, `due${index}`);
        if (isMine) (isContradiction(payout, one) ? contradictory : quiet).push(one);
      });
      return draft.isEmpty ? undefined : { reply: { status: 200, body: undefined } };
    },
  });
  await Promise.all(quiet.map((one) => settleQuiet(runtime, one)));
  await Promise.all(contradictory.map(({ work, news }) => parkWork(runtime, work, contradiction(news))));
}

function readsOf({ work: { organizationId, resourceId, kind } }: Heard, index: number): [string, Read][] {
  return [
    [`payout${index}`, read(PayoutEntity, { organizationId, payoutId: resourceId })],
    [`due${index}`, dueRead({ organizationId, kind, resourceId })],
  ];
}

function lookUpsOf({ asked, news }: Heard): Read[] {
  const endUserDay = countedForEndUser(asked);
  return endUserDay && news.status !== 'unknown' && isTerminal(news.status) ? [endUserDay] : [];
}

function isContradiction({ status }: Payout, { news }: Heard): boolean {
  return news.status !== 'unknown' && contradicts(status, news.status);
}

function contradiction({ status }: RailNews): Error {
  return new Error(
    `the rail says ${status}, which cannot follow; money may have moved that the ledger does not know of`,
  );
}

/** @returns whether the payout moved; with it, the work ends or is due again */
function decideNews(draft: JournalDraft, payout: Payout, { work, news }: Heard): boolean {
  if (!movePayout(draft, payout, news)) return false;
  draft.write(endOfClaim(work, news, draft.now));
  return true;
}

function endOfClaim(work: ClaimedWork, news: RailNews, at: number): Write {
  const wait = lookAgainInMs(news);
  if (wait === undefined) return removeIf(dueRead(work), heldBy(work.claim));
  return updateIf(dueRead(work), rescheduled(work.claim, at + wait));
}

/** Nothing changed: the head is left alone. A claim that was lost meanwhile is somebody else's to settle. */
async function settleQuiet({ clock, store }: WorkerRuntime, { work, news }: Heard): Promise<void> {
  const wait = lookAgainInMs(news);
  const settled =
    wait === undefined
      ? store.remove(dueRead(work), heldBy(work.claim))
      : store.update(dueRead(work), rescheduled(work.claim, clock() + wait));
  await Promise.resolve(settled).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

function lookAgainInMs(news: RailNews): number | undefined {
  return 'lookAgainInMs' in news ? news.lookAgainInMs : undefined;
}
