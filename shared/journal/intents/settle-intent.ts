import type { ErrorType } from '../../ground/errors/catalog.ts';
import { type ErrorExtras, ServiceError } from '../../ground/errors/service-error.ts';
import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { conditionOf, equals, notExists } from '../../ground/table/conditions.ts';
import type { ItemRefs } from '../../ground/table/store.ts';
import { removeIf, replace, type Write } from '../../ground/table/writes.ts';
import { clockToleranceMs, ttlSeconds } from '../../ground/time/clock.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Outcome } from '../commit/commit.ts';
import { type Decision, decideAndCommit } from '../commit/decide.ts';
import type { JournalDraft } from '../commit/draft.ts';
import type { Execution } from '../commit/execution.ts';
import { cancelWork } from '../due/due-work.ts';
import { completeBoundKey, removeBoundRecord } from '../idempotency/completion.ts';
import { type DuplicateGuard, guardRef, takeBackGuard } from '../idempotency/duplicate-guard.ts';
import { responseRetentionMs } from '../idempotency/record.ts';
import { type AuditEvent, auditRef, datedRow } from '../rows/audit-event.ts';
import { type AuditedRequest, auditRow, auditWrites, deedOf } from '../rows/audit-row.ts';
import { isPrompt } from '../rows/dated-row.ts';
import { type Intent, IntentEntity, intentRef, intentWork } from './intent.ts';
import type { AnyIntentKind, Ending, IntentCall } from './intent-kind.ts';

type SettledOutcome = Exclude<Outcome, { readonly intentId: string }>;

/** How long a settled intent is kept: as long as its answer is replayed, plus a month for investigations. */
const retentionMs = responseRetentionMs + 30 * 24 * 60 * 60 * 1000;

/** The intent with its call in the domain's form. */
export function askedOf<Call>({ organizationId, intentId, resourceId, boundAt, call }: Intent): IntentCall<Call> {
  return { organizationId, intentId, boundAt, ...(resourceId && { resourceId }), call: JSON.parse(call) as Call };
}

/**
 * Commits the outcome of a call, with everything that the request's own commit would have contained: the answer for
 * replays or the release of the key, the duplicate guard's return after a refusal, and the audit row. The first
 * settlement wins: a settled intent never changes.
 * @param execution present if the request's key is not bound to the intent; the outcome is then the request's answer
 * @returns the settled intent with the answer
 * @throws ServiceError the refusal that was committed, if there is an execution
 */
export async function settleIntent(
  runtime: Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'pace' | 'log'>,
  kind: AnyIntentKind,
  intent: Intent,
  ending: Ending<unknown>,
  execution?: Execution,
): Promise<Intent> {
  const { organizationId } = intent;
  const asked = askedOf(intent);
  let settled: Intent | undefined;
  const decision: Decision<ItemRefs, unknown> = {
    organizationId,
    reads: { ...kind.reads(asked), ...intentReads(intent, runtime.clock()) },
    aside: kind.aside,
    decide: (found, draft) => {
      // The processor has already acted, whatever state the organization is in now.
      draft.skipCheck('organization');
      // Neither item has a version. The writes that change them have their own conditions.
      draft.skipCheck('intentGuard', 'earlierRow');
      const stored = found.storedIntent as Intent | undefined;
      if (!stored) throw new Error(`the intent ${intent.intentId} does not exist`);
      if (stored.state === 'settled') {
        settled = stored;
        return undefined;
      }
      const outcome = kind.settle(found, draft, asked, ending);
      settled = settledIntent(stored, outcome, ending, draft.now);
      draft.write(replace(IntentEntity, settled), cancelWork(intentWork(intent)));
      draft.write(...recordWrites(stored, outcome, draft));
      draft.write(...guardWrites(stored, outcome, found.intentGuard as DuplicateGuard | undefined, draft));
      draft.write(...auditWritesOf(stored, outcome, found.earlierRow as AuditEvent | undefined, draft.now));
      if (execution) return outcome;
      return { reply: { status: 200, body: undefined } };
    },
  };
  // The audit row is not part of this commit's execution. If a worker had already written the request's row, that row
  // would be mistaken for a sign that this commit took effect.
  const { audit: _, ...unaudited } = execution ?? {};
  await decideAndCommit(runtime, decision, unaudited);
  if (!settled) throw new Error(`the intent ${intent.intentId} was not settled`);
  reportContradiction(runtime, settled, ending);
  return settled;
}

/**
 * Whether an earlier audit row of the request may be shown at another time than the request's. This is true only of
 * rows that were written late. The tolerance covers processes whose clocks are ahead.
 */
function mayBeShownElsewhere(audit: Pick<AuditedRequest, 'at'>, now: number): boolean {
  return !isPrompt(audit, now + 2 * clockToleranceMs);
}

function intentReads(intent: Intent, now: number): ItemRefs {
  const { organizationId, guardHash, audit } = intent;
  return {
    storedIntent: intentRef(intent),
    ...(guardHash && { intentGuard: guardRef(organizationId, { hash: guardHash }) }),
    ...(audit && mayBeShownElsewhere(audit, now) && { earlierRow: auditRef({ organizationId, ...audit }) }),
  };
}

function settledIntent(intent: Intent, outcome: SettledOutcome, ending: Ending<unknown>, now: number): Intent {
  return {
    ...intent,
    state: 'settled',
    said: ending.outcome,
    settledAt: now,
    ttl: ttlSeconds(now + retentionMs),
    ...('reply' in outcome
      ? { answer: { status: outcome.reply.status, body: JSON.stringify(outcome.reply.body) } }
      : { refusal: refusalOf(outcome.refusal) }),
  };
}

function refusalOf({ type, message, extras }: ServiceError) {
  return { type, detail: message, extras: JSON.stringify(extras) };
}

function recordWrites(
  { organizationId, idempotencyKey, intentId, audit, resourceId }: Intent,
  outcome: SettledOutcome,
  draft: JournalDraft,
) {
  if (!idempotencyKey) return [];
  const place = { organizationId, key: idempotencyKey };
  if ('refusal' in outcome) return [removeBoundRecord(place, intentId)];
  const did = audit && deedOf(audit, outcome.resourceId ?? resourceId);
  return [completeBoundKey(place, intentId, { reply: outcome.reply, did }, draft.now)];
}

function guardWrites(
  { organizationId, idempotencyKey, guardHash: hash }: Intent,
  outcome: SettledOutcome,
  found: DuplicateGuard | undefined,
  { head, now: at }: JournalDraft,
): Write[] {
  if (!idempotencyKey || !hash || 'reply' in outcome) return [];
  return [takeBackGuard({ organizationId, hash, idempotencyKey, headVersion: head.version + 1, at, found })];
}

/**
 * Replaces an earlier row that reports an unknown outcome. If such a row is written after `earlier` was read, the
 * commit is refused, and the next attempt finds where the log shows the row.
 */
function auditWritesOf(
  { organizationId, audit, resourceId }: Intent,
  outcome: SettledOutcome,
  earlier: AuditEvent | undefined,
  now: number,
): Write[] {
  if (!audit) return [];
  const { requestId, at, action, ...actor } = audit;
  const request = { organizationId, requestId, at, action, actor } as AuditedRequest;
  const errorType = 'refusal' in outcome ? outcome.refusal.type : undefined;
  const row = auditRow(request, { resourceId: outcome.resourceId ?? resourceId, errorType }, now);
  const isShownElsewhere = earlier?.datedAt !== undefined && earlier.datedAt !== row.datedAt;
  const datedAt = earlier?.datedAt;
  const asRead = conditionOf<AuditEvent>(datedAt === undefined ? notExists('datedAt') : equals({ datedAt }));
  return [...(isShownElsewhere ? [removeIf(auditRef(datedRow(earlier)), {})] : []), ...auditWrites(row, asRead)];
}

/** The log message for a processor that contradicts its own report. */
export const contradictionMessage = 'a processor contradicts what it has said';

/** Money may have moved without the ledger's knowledge, so a person must look into it. An alarm counts these lines. */
function reportContradiction(
  { log, clock }: Pick<Runtime, 'log' | 'clock'>,
  { organizationId, intentId, kind, said }: Intent,
  { outcome }: Ending<unknown>,
): void {
  if (said === outcome) return;
  log.error(contradictionMessage, {
    organizationId,
    intentId,
    kind,
    said,
    now: outcome,
    ...metricFields(clock(), measurement('ProcessorContradicts', 1)),
  });
}

/** The answer to a request, in its stored form. */
export type Answered<Answer> = Answer & { readonly status: number; readonly body: unknown };

/**
 * The answer of a settled intent.
 * @throws ServiceError the refusal
 */
export function answerOf<Answer>({ answer, refusal }: Intent): Answered<Answer> {
  if (answer) return { status: answer.status, body: JSON.parse(answer.body) } as Answered<Answer>;
  if (!refusal) throw new Error('the intent is not settled');
  const extras = JSON.parse(refusal.extras) as ErrorExtras;
  throw new ServiceError(refusal.type as ErrorType, refusal.detail, { extras });
}
