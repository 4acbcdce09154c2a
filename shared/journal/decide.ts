import { guardRead, refuseDuplicate } from '../duplicates/guard.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type Claim, releaseKey } from '../idempotency/claim.ts';
import { type Organization, OrganizationEntity } from '../organizations/organization.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Read, read } from '../table/expressions.ts';
import { TransactionRefused } from '../table/refusals.ts';
import type { FoundTogether } from '../table/store.ts';
import type { Write } from '../table/writes.ts';
import { commitWrites, type Outcome } from './commit.ts';
import { JournalDraft } from './draft.ts';
import type { Execution } from './execution.ts';
import { type Head, HeadEntity } from './head.ts';
import { Replay } from './replay.ts';

type Reads = Readonly<Record<string, Read>>;

/** What a decision sees: the organization, and the items it asked for, all as of one moment. */
export type Decided<R extends Reads> = FoundTogether<R> & { readonly organization: Organization };

export interface Decision<R extends Reads, Answer> {
  readonly organizationId: string;
  readonly reads: R;
  /**
   * Pure: collects changes in the draft and says what to answer. A thrown ServiceError refuses and changes nothing.
   * Undefined: there is nothing to change any more.
   */
  readonly decide: (found: Decided<R>, draft: JournalDraft) => Outcome<Answer> | undefined;
}

type DecideRuntime = Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'log'>;

/** Leaves time for an answer within the ten seconds that a function may run. */
const patienceMs = 6_000;
const firstPauseMs = 15;
const longestPauseMs = 400;

/**
 * Reads, decides and commits, and decides again on fresh reads when somebody else was first: with full jitter, until
 * patience runs out. Between reading the head and the commit nothing but the table is called.
 * @returns the outcome that was committed; undefined when the decision had nothing to change
 * @throws Replay when the idempotency key was executed before
 * @throws TransactionRefused when others kept being first until patience ran out
 * @throws ServiceError the refusal; PAYOUT_OUTCOME_UNKNOWN when the answer to the commit was lost and cannot be read back
 */
export async function decideAndCommit<R extends Reads, Answer>(
  runtime: DecideRuntime,
  decision: Decision<R, Answer>,
  execution: Execution = {},
): Promise<Outcome<Answer> | undefined> {
  const givenUpAt = runtime.clock() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await decideOnce(runtime, decision, execution);
    } catch (error) {
      const lostRace = error instanceof TransactionRefused && error.lostRace;
      if (!lostRace || runtime.clock() >= givenUpAt) throw error;
      await pause(runtime, attempt);
    }
  }
}

async function decideOnce<R extends Reads, Answer>(
  runtime: DecideRuntime,
  decision: Decision<R, Answer>,
  execution: Execution,
): Promise<Outcome<Answer> | undefined> {
  const [found, claim] = await Promise.all([readTogether(runtime, decision, execution), claimOf(execution)]);
  const draft = new JournalDraft(found.head, runtime.clock(), found.organization.mode === 'live');
  if (execution.guard) refuseDuplicate(execution.guard, found.guard, draft.now);
  const outcome = decision.decide(found.decided, draft);
  if (!outcome) return undefined;
  await transactOnce(runtime, commitWrites(draft, outcome, { ...execution, claim }), claim);
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome;
}

/** @throws Replay */
export async function claimOf(execution: Execution): Promise<Claim | undefined> {
  const outcome = await execution.claim;
  if (outcome && 'replay' in outcome) throw new Replay(outcome.replay);
  return outcome?.claim;
}

async function readTogether<R extends Reads, Answer>(
  { store }: DecideRuntime,
  { organizationId, reads }: Decision<R, Answer>,
  { guard }: Execution,
) {
  const found = await store.getTogether({
    ...reads,
    head: read(HeadEntity, { organizationId }),
    organization: read(OrganizationEntity, { organizationId }),
    ...(guard && { guard: guardRead(organizationId, guard) }),
  });
  const {
    head,
    organization,
    guard: guardFound,
  } = found as FoundTogether<{
    head: Read<typeof HeadEntity>;
    organization: Read<typeof OrganizationEntity>;
    guard: ReturnType<typeof guardRead>;
  }>;
  if (!head || !organization) throw new Error(`organization ${organizationId} has no journal`);
  return { head: head as Head, organization, guard: guardFound, decided: { ...found, organization } as Decided<R> };
}

/**
 * Sends a transaction. When its answer is lost (the SDK has already repeated it with the same token), the idempotency
 * record settles it: completed means that it took effect; freed means that it never can.
 */
export async function transactOnce(
  { ids, store, log }: DecideRuntime,
  writes: readonly Write[],
  claim: Claim | undefined,
): Promise<void> {
  try {
    await store.transact(writes, ids.token());
  } catch (error) {
    if (error instanceof TransactionRefused) return explainRefusal(error, claim);
    log.warn('the answer to a commit was lost', error as Error);
    if (!claim) throw error;
    const settled = await releaseKey({ store }, claim).catch(() => 'unknown' as const);
    if (settled === 'completed') return;
    if (settled === 'released') throw error;
    throw new ServiceError(
      'PAYOUT_OUTCOME_UNKNOWN',
      'the outcome could not be established; replay the same idempotency key or look the payout up by its reference',
      { cause: error },
    );
  }
}

/**
 * The claim's write stands first in a commit. Its refusal means that the execution was taken over, or that the first send
 * of a repeated one took effect after all; the refusal of any other write is a lost race.
 */
function explainRefusal(error: TransactionRefused, claim: Claim | undefined): void {
  const refusal = claim && error.refusals[0];
  if (refusal?.code !== 'ConditionalCheckFailed') throw error;
  if (refusal.item?.owner === claim?.owner && refusal.item?.state === 'completed') return;
  throw new ServiceError('IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', 'another execution of this key has taken over', {
    retryAfterSeconds: 1,
  });
}

function pause({ ids, sleep }: DecideRuntime, attempt: number): Promise<void> {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
  const fraction = Number.parseInt(ids.token().slice(0, 8), 16) / 2 ** 32;
  return sleep(ceiling * fraction);
}

/** The answer of a decision that always has something to change. */
export function replyOf<Answer>(outcome: Outcome<Answer> | undefined) {
  if (!outcome || 'refusal' in outcome) throw new Error('the decision changed nothing');
  return outcome.reply;
}
