import { expectDeclared } from '../../../support/declared-answer.ts';
import {
  type Answer,
  type Attempt,
  bodyOf,
  errorOf,
  isReplay,
  type Operation,
  succeeded,
} from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const answerInvariants: readonly Invariant[] = [
  { name: 'every answer is as the endpoint declares it', broken: declared },
  { name: 'each idempotency key executed at most once', broken: executedOnce },
  { name: 'each request executed at most once', broken: requestsExecutedOnce },
  { name: 'a replay equals the first answer, byte for byte', broken: replaysEqual },
  { name: 'everything acknowledged exists', broken: acknowledgedExists },
  { name: 'what was refused left nothing', broken: refusedLeftNothing },
  { name: 'a duplicate is refused only where the first was executed', broken: duplicatesHaveOriginal },
  { name: 'no twin is executed unasked within a quarter of an hour', broken: twinsAreRefused },
];

/** An answer with what it answers. */
export interface Answered {
  readonly operation: Operation;
  readonly attempt: Attempt;
  readonly answer: Answer;
}

export function answersTo(operations: readonly Operation[]): Answered[] {
  return operations.flatMap((operation) =>
    operation.attempts.flatMap((attempt) => (attempt.answer ? [{ operation, attempt, answer: attempt.answer }] : [])),
  );
}

export function operationsOf({ organizationId }: Books, { operations }: World): Operation[] {
  return operations.filter(({ organization }) => organization.organizationId === organizationId);
}

/** Mutations by key; the operations of a reused key together. Who joins has keys of their own. */
function byKey(books: Books, world: World): Map<string, Operation[]> {
  const keyed = operationsOf(books, world).filter(({ key }) => key !== undefined);
  return Map.groupBy(keyed, ({ key, endpoint, as }) =>
    endpoint.permission === 'join' ? `${as}'s ${key}` : (key as string),
  );
}

/** What requests can bring into being. */
export function effectsIn(books: Books): Set<string> {
  const { payouts, payoutLinks, batches, approvals, deposits, recipients, quotes, links, payments, accounts } = books;
  return new Set([
    ...payouts.map(({ payoutId }) => payoutId),
    ...payoutLinks.map(({ payoutLinkId }) => payoutLinkId),
    ...batches.map(({ batchId }) => batchId),
    ...approvals.map(({ approvalId }) => approvalId),
    ...deposits.map(({ depositId }) => depositId),
    ...recipients.map(({ recipientId }) => recipientId),
    ...quotes.map(({ snapshotId }) => suffixOf(snapshotId)),
    ...links.map(({ linkId }) => linkId),
    ...payments.map(({ paymentId }) => suffixOf(paymentId)),
    // Of one that waits for approvers, its approval is what was made.
    ...accounts.filter(({ approvalId }) => !approvalId).map(({ accountId }) => accountId),
    ...payments.flatMap(({ refunds }) => refunds.map(({ refundId }) => refundId)),
  ]);
}

/** Of an id that names its parent: what was made for it. */
function suffixOf(id: string): string {
  return id.split('_')[2] ?? '';
}

/** A recipient that was refused is kept, whatever an operator makes of it later; the key of its request is free again. */
function withoutRefused(books: Books, { witness }: World): Set<string> {
  const wasRefused = ({ organizationId, recipientId }: Books['recipients'][number]) =>
    witness.history(`RECIPIENT#${organizationId} ${recipientId}`)[0]?.item?.status === 'blocked';
  return effectsIn({ ...books, recipients: books.recipients.filter((recipient) => !wasRefused(recipient)) });
}

export function madeBy(attempts: readonly Attempt[], effects: ReadonlySet<string>): string[] {
  return attempts.flatMap(({ invocation }) => invocation?.made.filter((id) => effects.has(id)) ?? []);
}

function declared(books: Books, world: World): string[] {
  return answersTo(operationsOf(books, world)).flatMap(({ operation: { endpoint }, answer }) => {
    try {
      expectDeclared(endpoint, { ...answer, body: bodyOf(answer) });
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

function executedOnce(books: Books, world: World): string[] {
  const effects = withoutRefused(books, world);
  return [...byKey(books, world)].flatMap(([key, operations]) => {
    const made = madeBy(
      operations.flatMap(({ attempts }) => attempts),
      effects,
    );
    const isDraftApart =
      made.length === 2 && made.some(isLink) && !made.every(isLink) && operations.some(asksToPublish);
    return made.length > 1 && !isDraftApart ? [`${key} made ${made.join(' and ')}`] : [];
  });
}

/** A publication that got no answer keeps its draft and frees its key, which may then be used for something else. */
function asksToPublish({ endpoint, text }: Operation): boolean {
  return endpoint.operation === 'createLink' && text.includes('"publish":true');
}

const isLink = (id: string) => id.startsWith('lnk_');

function requestsExecutedOnce(books: Books, world: World): string[] {
  const effects = effectsIn(books);
  return operationsOf(books, world).flatMap(({ attempts }) =>
    attempts.flatMap((attempt) => {
      const made = madeBy([attempt], effects);
      return made.length > 1 ? [`${attempt.invocation?.name} made ${made.join(' and ')}`] : [];
    }),
  );
}

function replaysEqual(books: Books, world: World): string[] {
  return [...byKey(books, world)].flatMap(([key, operations]) => {
    const answers = answersTo(operations).filter(({ answer }) => succeeded(answer));
    const texts = new Set(answers.map(({ answer }) => `${answer.status} ${answer.text}`));
    const fresh = answers.filter(({ answer }) => !isReplay(answer));
    return [
      ...(texts.size > 1 ? [`${key} was answered ${[...texts].join(' and ')}`] : []),
      ...(fresh.length > 1 ? [`${key} was answered as new ${fresh.length} times`] : []),
    ];
  });
}

function acknowledgedExists(books: Books, world: World): string[] {
  const effects = effectsIn(books);
  return answersTo(operationsOf(books, world)).flatMap(({ operation, answer }) => {
    if (!succeeded(answer) || operation.endpoint.method === 'GET') return [];
    const {
      payoutId,
      payoutLinkId,
      batchId,
      approvalId,
      depositId,
      recipientId,
      snapshotId,
      linkId,
      accountId,
      id: own,
    } = bodyOf(answer);
    const id: string | undefined =
      payoutId ??
      payoutLinkId ??
      batchId ??
      approvalId ??
      depositId ??
      recipientId ??
      linkId ??
      (own === undefined ? accountId : undefined) ??
      (snapshotId ?? paymentOf(own))?.split('_')[2];
    // A replay makes nothing new.
    return id === undefined || effects.has(id) ? [] : [`${operation.caller} was given ${id}, which is not there`];
  });
}

/** Other answers have ids as well. */
function paymentOf(id: unknown): string | undefined {
  return typeof id === 'string' && id.startsWith('pay_') ? id : undefined;
}

/** An answer after which nobody knows: said so, or to a request without a key, whose lost commit nothing can settle. */
export function isOpen({ key }: Operation, answer: Answer): boolean {
  const type = errorOf(answer);
  return (
    type === 'PAYOUT_OUTCOME_UNKNOWN' || type === 'REFUND_OUTCOME_UNKNOWN' || (type === 'INTERNAL' && key === undefined)
  );
}

function refusedLeftNothing(books: Books, world: World): string[] {
  const effects = withoutRefused(books, world);
  return answersTo(operationsOf(books, world)).flatMap(({ operation, attempt, answer }) => {
    const type = errorOf(answer);
    if (!type || isOpen(operation, answer) || keepsDraft(operation, answer)) return [];
    return madeBy([attempt], effects).map((id) => `${attempt.invocation?.name} was refused (${type}) and made ${id}`);
  });
}

/** The draft of a link is kept where the acquirer is silent (specification, Create a checkout link). */
function keepsDraft({ endpoint }: Operation, answer: Answer): boolean {
  return endpoint.operation === 'createLink' && errorOf(answer) === 'INTERNAL';
}

function duplicatesHaveOriginal(books: Books, world: World): string[] {
  const effects = effectsIn(books);
  const keys = byKey(books, world);
  return answersTo(operationsOf(books, world)).flatMap(({ operation, attempt, answer }) => {
    if (errorOf(answer) !== 'DUPLICATE_REQUEST_DETECTED') return [];
    const { originalIdempotencyKey, originalPayoutId, originalPayoutLinkId } = bodyOf(answer);
    const original = originalPayoutId ?? originalPayoutLinkId;
    const first = keys.get(originalIdempotencyKey) ?? twinsOf(operation, books, world);
    const made = madeBy(
      first.flatMap(({ attempts }) => attempts),
      effects,
    );
    // An approval stands for a payout that does not exist yet.
    const isThere = original === undefined ? made.length > 0 : made.includes(original);
    const firstKeys = new Set(first.map(({ key }) => key));
    const intents = books.intents.filter(({ idempotencyKey }) => idempotencyKey && firstKeys.has(idempotencyKey));
    if (intents.some((intent) => !wasRefusedBefore(attempt, intent, world))) return [];
    return isThere
      ? []
      : [`${attempt.invocation?.name} was refused for the sake of ${originalIdempotencyKey}, which made nothing`];
  });
}

/** A key of somebody else is not told: then the first was any request for the same. */
function twinsOf({ endpoint, path, key }: Operation, books: Books, world: World): Operation[] {
  return operationsOf(books, world).filter(
    (other) => other.endpoint.operation === endpoint.operation && other.path === path && other.key !== key,
  );
}

/** Whether everybody could see, when an attempt began, that the processor had refused. */
function wasRefusedBefore(
  { startedStep }: Attempt,
  { organizationId, intentId, said }: Books['intents'][number],
  { witness }: World,
): boolean {
  const settlement = witness.history(`INTENT#${organizationId}#${intentId} INTENT`).at(-1)?.commit;
  return said === 'refused' && settlement !== undefined && settlement.visibleSince < startedStep;
}

const minuteMs = 60 * 1000;
const guardWindowMs = 15 * minuteMs;
/** Less what two clocks may differ by. */
const twinWindowMs = guardWindowMs - minuteMs;

/** Bodies that a guard compares, under keys of their own, whoever sends them. */
function twinsAreRefused(books: Books, world: World): string[] {
  const guarded = operationsOf(books, world).filter(
    ({ endpoint, key }) => endpoint.duplicateGuard && key !== undefined,
  );
  const alike = Map.groupBy(guarded, ({ endpoint, path, text }) => `${endpoint.operation} ${path} ${text}`);
  const effects = withoutRefused(books, world);
  return [...alike.values()].flatMap((twins) => {
    const executed = twins
      .flatMap((twin) => executionsOf(twin, effects, world).map((execution) => ({ twin, ...execution })))
      .sort((a, b) => a.step - b.step);
    return executed.flatMap(({ twin, at }, index) => {
      const before = executed[index - 1];
      const isFree = !before || before.twin.key === twin.key || twin.allowDuplicate || at - before.at >= twinWindowMs;
      return isFree ? [] : [`${twin.caller}'s ${twin.key} was executed behind ${before.twin.key}`];
    });
  });
}

interface Execution {
  /** Of its commit. */
  readonly step: number;
  /** When it was decided, by its own clock: its guard counts from then. A process that stands still commits long after. */
  readonly at: number;
}

function executionsOf({ attempts }: Operation, effects: ReadonlySet<string>, { witness }: World): Execution[] {
  return attempts
    .filter((attempt) => madeBy([attempt], effects).length > 0)
    .flatMap(({ invocation }) => witness.commits.filter(({ by }) => by === invocation))
    .flatMap(({ step, changes }) =>
      changes
        .filter(({ key }) => key.startsWith('DUPLICATE#'))
        .map(({ after }) => ({ step, at: (after?.expiresAt as number) - guardWindowMs })),
    );
}
