import * as z from 'zod';
import { faultsOf, zodFaultOptions } from '../contract/faults/faults.ts';
import type { AnyOperation, OperationAnswer, OperationCall } from '../contract/operation.ts';
import { errorBody } from '../ground/errors/error-body.ts';
import { hideValues } from '../ground/errors/hide-values.ts';
import { ServiceError, validationError } from '../ground/errors/service-error.ts';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import { observing } from '../ground/table/calls/observing.ts';
import { refTo } from '../ground/table/expressions.ts';
import { settling } from '../ground/time/time-left.ts';
import { endingOf, isOurs, logEnding } from '../http/request-line.ts';
import { internalError, toServiceError } from '../http/to-service-error.ts';
import { actorOf } from '../identity/operator.ts';
import { OrganizationEntity } from '../identity/organization.ts';
import { isServiceOrganization } from '../identity/service-organizations.ts';
import type { Execution } from '../journal/commit/execution.ts';
import { Replay } from '../journal/commit/replay.ts';
import { claimKey } from '../journal/idempotency/claim.ts';
import { releaseRefused } from '../journal/idempotency/release-refused.ts';
import { recordRefusal } from '../journal/rows/record-refusal.ts';
import type { Operators } from '../ports/operators.ts';
import type { OperationRuntime, Runtime } from '../ports/runtime.ts';
import { adviceOn } from './operator-advice.ts';
import { ensureStage } from './stage/ensure-stage.ts';

/** Also includes the ports that the operation uses, because it requests them itself. */
type PerformRuntime = OperationRuntime<'sealing'>;

const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_.:-]{1,200}$/, 'has 1 to 200 characters of A-Z a-z 0-9 _ . : -');

/**
 * Performs an operation: parses the request, identifies the operator, finds the organization, claims the idempotency
 * key, and audits a refusal. A failure is part of the answer, as the service's Error body. Every call leaves one line
 * in the log.
 */
export function performOperation(
  operation: AnyOperation,
  request: unknown,
  runtime: PerformRuntime,
  operators: Operators,
): Promise<OperationAnswer> {
  return observing(async ({ use, collected }) => {
    const at = runtime.clock();
    const attempt: Attempt = { requestId: runtime.ids.next('req', at), at, execution: {} };
    const { answer, status, failure } = await endCall(operation, request, { runtime, operators }, attempt);
    const line = {
      requestId: attempt.requestId,
      operation: operation.name,
      organizationId: attempt.organizationId,
      caller: attempt.actorUserId,
      status,
      ...endingOf(failure),
      milliseconds: runtime.clock() - at,
      ...use,
      ...(isOurs(status) && failure instanceof Error && { error: hideValues(failure, request) }),
    };
    logEnding(runtime, 'operation', line, collected.measurements);
    return answer;
  });
}

/** The outcome of an operation. */
interface Ended {
  readonly answer: OperationAnswer;
  /** As an HTTP status. */
  readonly status: number;
  /** What ended it early: a failure or a replay. */
  readonly failure?: unknown;
}

/** Where an operation is performed. */
interface Place {
  readonly runtime: PerformRuntime;
  readonly operators: Operators;
}

async function endCall(operation: AnyOperation, request: unknown, place: Place, attempt: Attempt): Promise<Ended> {
  const { runtime } = place;
  try {
    const call = await openCall(operation, request, place, attempt);
    return { answer: { result: await operation.handle(call as never) }, status: 200 };
  } catch (failure) {
    if (failure instanceof Replay) {
      return { answer: { result: JSON.parse(failure.response.body), replayed: true }, status: 200, failure };
    }
    const known = toServiceError(failure) ?? internalError();
    await settling(() => settleRefusal(runtime, attempt, failure, known));
    const error = { ...errorBody(known, attempt.requestId), resolution: adviceOn(known) };
    return { answer: { error }, status: known.status, failure };
  }
}

/** What is known about a call so far: what its log line contains, and what must be settled if it is refused. */
interface Attempt {
  readonly requestId: string;
  /** Milliseconds. */
  readonly at: number;
  actorUserId?: string;
  organizationId?: string;
  execution: Execution;
}

async function openCall(
  operation: AnyOperation,
  request: unknown,
  { runtime, operators }: Place,
  attempt: Attempt,
): Promise<OperationCall> {
  const { input, idempotencyKey, proof } = parseRequest(operation, request);
  // The proof covers the input as it was sent.
  const sent = (request as { readonly input: unknown }).input;
  const actorUserId = actorOf(await operators({ operation: operation.name, input: sent, idempotencyKey, proof }));
  attempt.actorUserId = actorUserId;
  const { requestId, at } = attempt;
  const auditOf: OperationCall['auditOf'] = (organizationId) => {
    return { organizationId, requestId, at, action: operation.audit, actor: { actorUserId } };
  };
  const { organizationId } = input as { readonly organizationId?: string };
  const organization = await openOrganization(runtime, operation, organizationId);
  if (organization) {
    attempt.organizationId = organization.organizationId;
    attempt.execution = { audit: auditOf(organization.organizationId) };
  }
  if (organizationId !== undefined) refuseServiceOrganization(operation, organizationId);
  if (organization && idempotencyKey !== undefined) {
    const hash = sha256Hex(`${operation.name}\n${JSON.stringify(input)}`);
    // The API accepts no key with a slash, so none of its callers can use this key.
    const key = `operator/${idempotencyKey}`;
    const claim = claimKey(runtime, { organizationId: organization.organizationId, key, hash, requestId });
    // The claim is awaited together with the reads of the decision, which handles its failure.
    claim.catch(() => undefined);
    attempt.execution = { ...attempt.execution, claim };
  }
  return {
    input,
    runtime,
    actorUserId,
    execution: attempt.execution,
    auditOf,
    get organization() {
      if (!organization) throw new Error(`${operation.name} names no organization`);
      return organization;
    },
  };
}

interface Parsed {
  readonly proof?: unknown;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
}

function parseRequest(operation: AnyOperation, request: unknown): Parsed {
  const schema = z.strictObject({
    proof: z.unknown().optional(),
    input: operation.input,
    idempotencyKey: operation.idempotency ? IdempotencyKey : z.undefined().optional(),
  });
  const result = schema.safeParse(request, zodFaultOptions);
  if (result.success) return result.data;
  const faults = faultsOf(result.error);
  throw validationError(faults.map((fault) => ({ ...fault, path: fault.path.replace(/^input\./, '') })));
}

async function openOrganization(runtime: Runtime, { aboutStage }: AnyOperation, organizationId: string | undefined) {
  if (organizationId !== undefined) return findOrganization(runtime, organizationId);
  return aboutStage ? ensureStage(runtime) : undefined;
}

/** @throws ServiceError BAD_REQUEST for an organization of the service itself that the operation does not accept */
function refuseServiceOrganization({ name, serviceOrganizations = [] }: AnyOperation, organizationId: string): void {
  if (!isServiceOrganization(organizationId) || serviceOrganizations.includes(organizationId)) return;
  throw new ServiceError(
    'BAD_REQUEST',
    `${organizationId} belongs to the service itself, so ${name} does not apply to it`,
  );
}

async function findOrganization({ store }: Runtime, organizationId: string) {
  const organization = await store.get(refTo(OrganizationEntity, { organizationId }));
  if (!organization) throw new ServiceError('NOT_FOUND', 'no such organization');
  return organization;
}

/** A failure of these steps must not hide the refusal, so it is only logged. */
async function settleRefusal(runtime: PerformRuntime, attempt: Attempt, error: unknown, { type }: ServiceError) {
  const { execution, requestId } = attempt;
  const steps = [
    releaseRefused(runtime, execution.claim, error),
    execution.audit && recordRefusal(runtime, execution.audit, type),
  ];
  for (const step of await Promise.allSettled(steps)) {
    if (step.status === 'rejected')
      runtime.log.error('a step after a failure failed', { error: step.reason, requestId });
  }
}
