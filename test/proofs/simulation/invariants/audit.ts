import { timestamp } from '../../../../shared/ground/time/clock.ts';
import { type AuditEvent, auditPartition, auditPosition } from '../../../../shared/journal/rows/audit-event.ts';
import { audited } from '../audit-commands.ts';
import { type Attempt, errorOf, isReplay, type Operation, succeeded } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { answersTo, effectsIn, isOpen, madeBy, operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const auditInvariants: readonly Invariant[] = [
  { name: 'one audit row per authenticated mutation', broken: oneRowEach },
  { name: 'whatever a request changed is audited', broken: effectsAreAudited },
  { name: 'no audit row without a mutation', broken: noStrangers },
  { name: 'whoever follows the audit log reads every row once', broken: followersMissNothing },
];

/** Before a caller is known to be who it says, nothing is audited. */
const NOT_AUTHENTICATED = new Set([
  'UNAUTHORIZED',
  'SIGNATURE_INVALID',
  'SIGNATURE_REPLAYED',
  'SIGNATURE_TIMESTAMP_SKEW',
  'INTERNAL',
]);

function oneRowEach(books: Books, world: World): string[] {
  return answersTo(operationsOf(books, world)).flatMap(({ operation, attempt, answer }) => {
    const { invocation } = attempt;
    if (!operation.endpoint.audit || !invocation || isOpen(operation, answer)) return [];
    const rows = books.audit.filter(({ requestId }) => requestId === invocation.requestId);
    const told = rows.map(({ outcome, errorType }) => errorType ?? outcome).join();
    const type = errorOf(answer);
    if (isReplay(answer)) return told === '' ? [] : [`the replay ${invocation.name} left ${told}`];
    if (succeeded(answer)) return told === 'succeeded' ? [] : [`${invocation.name} succeeded and left ${told}`];
    // Who joins is a stranger until they have.
    const isTurnedAway = type === 'FORBIDDEN' || operation.endpoint.permission === 'join';
    if (told === '' && isTurnedAway && mayBeStranger(operation, attempt, world)) return [];
    // The row of a refusal is written after it, and may fail by itself.
    if (told === '' && (invocation.struckBy.length > 0 || NOT_AUTHENTICATED.has(type ?? ''))) return [];
    return told === type ? [] : [`${invocation.name} was refused (${type}) and left ${told}`];
  });
}

/** Somebody who was no member, or whose organization only the named resource tells, which a read beside its commit may miss. */
function mayBeStranger({ as, endpoint, organization }: Operation, attempt: Attempt, { witness }: World): boolean {
  if (as === undefined) return false;
  const { startedStep, endedStep = startedStep } = attempt;
  const versions = witness.history(`MEMBER#${organization.organizationId} ${as}`);
  const before = versions.findLast(({ commit }) => commit.visibleSince < startedStep);
  const meanwhile = versions.filter(({ commit }) => commit.step <= endedStep && commit.visibleSince >= startedStep);
  return !endpoint.path.includes('{orgId}') || !before?.item || meanwhile.some(({ item }) => !item);
}

/** Also where nobody was answered. */
function effectsAreAudited(books: Books, world: World): string[] {
  const effects = effectsIn(books);
  const audited = new Set(books.audit.map(({ requestId }) => requestId));
  return operationsOf(books, world).flatMap(({ attempts }) =>
    attempts
      .filter((attempt) => madeBy([attempt], effects).length > 0 && !audited.has(attempt.invocation?.requestId ?? ''))
      .map(({ invocation }) => `${invocation?.name} left no row`),
  );
}

function noStrangers(books: Books, world: World): string[] {
  const known = new Set(
    operationsOf(books, world).flatMap(({ attempts }) => attempts.map(({ invocation }) => invocation?.requestId)),
  );
  for (const { invocation } of world.operatorCalls) known.add(invocation.requestId);
  return books.audit.filter(({ requestId }) => !known.has(requestId)).map(({ requestId }) => `a row of ${requestId}`);
}

/** A write that is longer under way was held up by a leap of the simulation's time, which no process outlives. */
const longestWriteMs = 30_000;

function followersMissNothing({ organizationId, audit }: Books, { callers, witness }: World): string[] {
  const isPrompt = (row: AuditEvent) =>
    witness
      .history(`${auditPartition(organizationId)} ${auditPosition(row)}`)
      .every(({ commit }) => commit.underWayMs <= longestWriteMs);
  const rows = audit.filter(isPrompt).map((row) => ({ ...row, createdAt: timestamp(row.at) }));
  return callers
    .filter(({ organization }) => organization.organizationId === organizationId)
    .flatMap(({ name, audit: { from, seen } }) => {
      const known = new Set(seen);
      const missed = rows.filter((row) => row.createdAt < from && !known.has(audited(row)));
      return [
        ...missed.map((row) => `${name} missed ${row.action} ${audited(row)}`),
        ...(known.size < seen.length ? [`${name} read a row twice`] : []),
      ];
    });
}
