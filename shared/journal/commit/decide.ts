import { ServiceError } from '../../ground/errors/service-error.ts';
import { measurement } from '../../ground/metrics/catalog.ts';
import { measure } from '../../ground/metrics/collect.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { countCommitAttempt } from '../../ground/table/calls/meter.ts';
import { type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { identity, keyOf } from '../../ground/table/keys.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import { lostRace } from '../../ground/table/retry-lost-race.ts';
import type { ItemRefs } from '../../ground/table/store.ts';
import { checkUnchanged, type Write } from '../../ground/table/writes.ts';
import { jitterFraction } from '../../ground/time/jitter.ts';
import { timeLeftMs } from '../../ground/time/time-left.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { maxRequestMs, refuseWithdrawn } from '../../identity/withdraw-access.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { guardRef, refuseDuplicate } from '../idempotency/duplicate-guard.ts';
import { commitAside, commitWrites, type Outcome } from './commit.ts';
import { ItemNotRead, JournalDraft } from './draft.ts';
import { claimOf, type Execution } from './execution.ts';
import { type DecisionInput, type KnownItems, type ReadMode, readState } from './read-state.ts';
import { refuseWrongClock } from './refuse-wrong-clock.ts';
import { transactOnce } from './transact-once.ts';
import { hasOpenTurns, type Turns, takeTurn } from './turns.ts';

export interface Decision<R extends ItemRefs, Answer, Asked = undefined> {
  readonly organizationId: string;
  readonly reads: R;
  /** Items that the decision may look up, if known in advance. Each other item costs an additional read. */
  readonly lookUps?: readonly ItemRef[];
  /**
   * For decisions that move no money, emit no events, and are made in large numbers. The commit leaves the head
   * unchanged, so it contends only with writers of the same items. It checks the organization itself, unless the
   * decision skips the check of `organization` (docs/adr/0073).
   */
  readonly aside?: boolean | undefined;
  /**
   * Items that the caller has just read, by name, including the organization as `organization`. The first attempt reads
   * the rest.
   */
  readonly known?: KnownItems | undefined;
  /**
   * Asks an outside system for something that the decision needs, such as a price. Called once, after the first read.
   * The items that were read may be outdated when the answer arrives, which the conditions of the commit detect.
   */
  readonly ask?: (found: DecisionInput<R>) => Promise<Asked>;
  /**
   * Pure: collects changes in the draft and returns the answer. A thrown ServiceError refuses and changes nothing.
   * Returns undefined if there is nothing left to change.
   */
  readonly decide: (found: DecisionInput<R>, draft: JournalDraft, asked: Asked) => Outcome<Answer> | undefined;
}

type DecideRuntime = Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'pace' | 'log'>;

/** The longest that a decision may take, unless its invocation has less time left. */
const maxDecideMs = 6_000;

/**
 * Reads, decides and commits. If another commit came first, it decides again on fresh reads, until the time runs out. A
 * process that finds others waiting, or that lost a race, takes a turn first. A process that commits aside only pauses.
 * Between reading the head and the commit it calls only the table, except for the decision's `ask`, which is called
 * outside of turns and only once.
 * @returns the outcome that was committed; undefined if the decision had nothing to change
 * @throws Replay when the idempotency key was already executed
 * @throws ClockDiffers when the clock differs from the table's
 * @throws TransactionRefused when other commits came first until the time ran out
 * @throws ServiceError the refusal; PAYOUT_OUTCOME_UNKNOWN when the answer to the commit was lost and cannot be read
 * back
 */
export async function decideAndCommit<R extends ItemRefs, Answer, Asked = undefined>(
  runtime: DecideRuntime,
  decision: Decision<R, Answer, Asked>,
  execution: Execution = {},
): Promise<Outcome<Answer> | undefined> {
  const { organizationId } = decision;
  let current = { ...decision, ...(decision.ask && { ask: once(decision.ask) }) };
  const latest = runtime.clock() + Math.min(maxDecideMs, timeLeftMs());
  const { aside = false } = decision;
  let hasTurn = aside || (!decision.ask && (await takeTurnIfBusy(runtime, organizationId, latest, execution)));
  let reading: ReadMode = 'batch';
  for (let attempts = 1; ; attempts += 1) {
    countCommitAttempt();
    const attempt = await attemptCommit(runtime, current, execution, { hasTurn, reading });
    current = { ...current, known: undefined };
    if ('outcome' in attempt) {
      if (attempt.outcome) measure(measurement('CommitAttempts', attempts));
      return attempt.outcome;
    }
    if ('failure' in attempt) {
      // A batch may read one item before a commit in progress and another item after it, so the decision may have
      // failed on a state that never existed.
      if (reading === 'snapshot') throw attempt.failure;
      reading = 'snapshot';
      continue;
    }
    if ('unread' in attempt) {
      current = { ...current, lookUps: [...(current.lookUps ?? []), attempt.unread] };
      continue;
    }
    if ('isClockInDoubt' in attempt) continue;
    if (runtime.clock() >= latest) {
      measure(measurement('CommitAttempts', attempts));
      throw attempt.lost ?? TransactionRefused.lost();
    }
    if (aside) await pauseAside(runtime, attempts);
    else await takeTurn(runtime, { organizationId, turns: attempt.turns, latest });
    hasTurn = true;
  }
}

/** Milliseconds: roughly how long a commit blocks its items for others. */
const asidePauseMs = 15;
const longestAsidePauseMs = 120;

/** Pauses for a random time, so that writers that collided do not collide again. */
function pauseAside({ sleep, ids }: Pick<Runtime, 'sleep' | 'ids'>, attempts: number): Promise<void> {
  const ms = Math.min(longestAsidePauseMs, attempts * asidePauseMs);
  return sleep(Math.ceil(ms * 2 * jitterFraction(ids.token())));
}

/**
 * Takes a turn before the first read, if this process knows of turns in the organization that have not ended.
 * @throws Replay at once, when the idempotency key was already executed
 */
async function takeTurnIfBusy(
  runtime: DecideRuntime,
  organizationId: string,
  latest: number,
  execution: Execution,
): Promise<boolean> {
  const { line } = runtime.pace;
  if (line?.organizationId !== organizationId || !hasOpenTurns(line, runtime.clock())) return false;
  await Promise.all([claimOf(execution), takeTurn(runtime, { organizationId, turns: line, latest })]);
  return true;
}

/** The result of an attempt: an outcome, or what the next attempt needs. */
type Attempt<Answer> =
  | { readonly outcome: Outcome<Answer> | undefined }
  /** The decision failed, perhaps on items that never existed together. */
  | { readonly failure: unknown }
  | { readonly unread: ItemRef }
  /** The table's answer disagrees with the clock. The next answer shows whether the clock is wrong. */
  | { readonly isClockInDoubt: true }
  | { readonly turns: Turns | undefined; readonly lost?: TransactionRefused };

async function attemptCommit<R extends ItemRefs, Answer, Asked>(
  runtime: DecideRuntime,
  decision: Decision<R, Answer, Asked>,
  execution: Execution,
  { hasTurn, reading }: { readonly hasTurn: boolean; readonly reading: ReadMode },
): Promise<Attempt<Answer>> {
  const begunAt = runtime.clock();
  let turns: Turns | undefined;
  try {
    const [state, claim] = await Promise.all([
      readState(runtime.store, decision, execution, reading),
      claimOf(execution),
    ]);
    turns = state.turns;
    runtime.pace.line = turns;
    refuseWrongClock(runtime);
    if (runtime.store.tableClock.isInDoubt) return { isClockInDoubt: true };
    const readAt = runtime.clock();
    if (isTooOld(execution, readAt)) throw TransactionRefused.lost();
    refuseWithdrawn(state.decided.organization, execution.asker, readAt);
    if (execution.guard) refuseDuplicate(execution.guard, state.guard, readAt);
    const asked = (await decision.ask?.(state.decided)) as Asked;
    const { mode, webhookEndpoints = 0 } = state.decided.organization;
    const marks = { livemode: mode === 'live', listened: webhookEndpoints > 0 };
    const draft = new JournalDraft(state.head, runtime.clock(), marks, state.lookUps);
    const decided = await preferDuplicateRefusal(runtime, decision, execution, () =>
      decision.decide(state.decided, draft, asked),
    );
    if ('failure' in decided) return decided;
    const { outcome } = decided;
    if (!outcome) return { outcome };
    if (!hasTurn && hasOpenTurns(turns, draft.now)) return { turns };
    if (!decision.aside) warnIfAhead(runtime, draft);
    const checks = checksOf(decision.reads, state.decided, draft);
    const { audit, ...unaudited } = execution;
    // The audit row of an intent is written with its settlement.
    const settled = {
      ...unaudited,
      ...(audit && !('intentId' in outcome) && { audit }),
      claim,
      foundGuard: state.guard,
    };
    const writes = decision.aside
      ? commitAside(draft, [...checks, ...organizationCheck(draft, state.decided)], outcome, settled)
      : commitWrites(draft, checks, outcome, settled);
    await transactOnce(runtime, writes, settled);
    measure(...draft.measurements);
    if (decision.aside) return refusedOr(outcome);
    // The time of `ask` is excluded, because nothing is asked during a turn.
    runtime.pace.observe(runtime.clock() - draft.now + readAt - begunAt);
    return refusedOr(outcome);
  } catch (error) {
    if (error instanceof ItemNotRead) return { unread: error.wanted };
    if (lostRace(error)) return { turns, lost: error };
    throw error;
  }
}

/** @throws ServiceError the refusal that was committed */
function refusedOr<Answer>(outcome: Outcome<Answer>): { readonly outcome: Outcome<Answer> } {
  if ('refusal' in outcome) throw outcome.refusal;
  return { outcome };
}

/**
 * Except in a snapshot, the items of a commit become visible one by one. A decision may see the changes of an identical
 * request, and refuse because of them, before it sees the duplicate guard that names that request. The refusal as a
 * duplicate then takes precedence.
 */
async function preferDuplicateRefusal<T>(
  { store, clock }: DecideRuntime,
  { organizationId }: { readonly organizationId: string },
  { guard }: Execution,
  decide: () => T,
): Promise<{ readonly outcome: T } | { readonly failure: unknown }> {
  try {
    return { outcome: decide() };
  } catch (error) {
    if (error instanceof ItemNotRead) throw error;
    if (!(error instanceof ServiceError)) return { failure: error };
    if (guard) refuseDuplicate(guard, await store.get(guardRef(organizationId, guard)), clock());
    throw error;
  }
}

/** Logs before the commit that corrects the head, so that a correction may be logged twice but is never missed. */
function warnIfAhead({ log }: DecideRuntime, { head: { organizationId }, headAheadMs, now }: JournalDraft): void {
  if (headAheadMs === undefined) return;
  const [found, by] = [measurement('JournalAhead', 1), measurement('ClockDifference', headAheadMs)];
  log.warn('the journal was ahead of the clock', { organizationId, headAheadMs, ...metricFields(now, found, by) });
}

/**
 * A request that took this long may have lost its access, and the record of the withdrawal may have expired. The caller
 * must send it again.
 */
function isTooOld({ asker }: Execution, now: number): boolean {
  return asker !== undefined && now > asker.judgedAt + maxRequestMs;
}

/** Calls a function once and caches its answer. */
function once<Found, Asked>(ask: (found: Found) => Promise<Asked>): (found: Found) => Promise<Asked> {
  let asked: Promise<Asked> | undefined;
  return (found) => {
    asked ??= ask(found);
    return asked;
  };
}

/** Makes the commit check that everything the decision has read but does not write is unchanged. */
function checksOf<R extends ItemRefs>(reads: R, found: DecisionInput<R>, draft: JournalDraft): Write[] {
  const written = new Set(draft.writes.map(({ key }) => identity(key)));
  return Object.entries(reads)
    .filter(([name, wanted]) => !draft.isCheckSkipped(name) && !written.has(identity(keyOf(wanted))))
    .map(([name, wanted]) => checkUnchanged(wanted, found[name]));
}

/**
 * Makes a commit aside check that the organization is unchanged. Other commits do so through the version in the head.
 */
function organizationCheck(draft: JournalDraft, { organization }: DecisionInput<ItemRefs>): Write[] {
  const { organizationId } = organization;
  if (draft.isCheckSkipped('organization')) return [];
  return [checkUnchanged(refTo(OrganizationEntity, { organizationId }), organization)];
}

/**
 * The reply of a decision that always has something to change.
 * @throws Error if the decision changed nothing or was refused
 */
export function replyOf<Answer>(outcome: Outcome<Answer> | undefined) {
  if (!outcome || !('reply' in outcome)) throw new Error('the decision changed nothing');
  return outcome.reply;
}
