import * as z from 'zod';
import { faultsOf, zodFaultOptions } from '../contract/faults.ts';
import type { AnyOperation, OperationAnswer, OperationCall } from '../contract/operation.ts';
import { errorBody } from '../ground/errors/error-body.ts';
import { ServiceError, validationError } from '../ground/errors/service-error.ts';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import { read } from '../ground/table/expressions.ts';
import { toServiceError } from '../http/to-service-error.ts';
import { OrganizationEntity } from '../identity/organization.ts';
import type { Execution } from '../journal/commit/execution.ts';
import { Replay } from '../journal/commit/replay.ts';
import { claimKey } from '../journal/idempotency/claim.ts';
import { releaseRefused } from '../journal/idempotency/release-refused.ts';
import { recordRefusal } from '../journal/rows/record-refusal.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Printable ASCII: an ARN, or the name of a user. */
const Operator = z.string().regex(/^[!-~]{1,256}$/, 'is not an ARN or the name of a user');
const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_.:-]{1,200}$/, 'has 1 to 200 characters of A-Z a-z 0-9 _ . : -');

/**
 * Performs an operation: parses the request, finds the organization, claims the idempotency key, and audits a refusal.
 * A failure is in the answer, as the service's Error body.
 */
export async function performOperation(
  operation: AnyOperation,
  request: unknown,
  runtime: Runtime,
): Promise<OperationAnswer> {
  const at = runtime.clock();
  const attempt: Attempt = { requestId: runtime.ids.next('req', at), at, execution: {} };
  const logFields = { operation: operation.name, requestId: attempt.requestId };
  try {
    const call = await openCall(operation, request, runtime, attempt);
    const result = await operation.handle(call as never);
    runtime.log.info('operation performed', { ...logFields, actorUserId: call.actorUserId });
    return { result };
  } catch (error) {
    if (error instanceof Replay) return { result: JSON.parse(error.response.body), replayed: true };
    const expected = toServiceError(error);
    if (expected) runtime.log.info('operation refused', { ...logFields, type: expected.type });
    else runtime.log.error('operation failed', { ...logFields, error: error as Error });
    const known = expected ?? new ServiceError('INTERNAL', 'something went wrong on our side');
    await settleRefusal(runtime, attempt.execution, error, known);
    return { error: errorBody(known, attempt.requestId) };
  }
}

/** What has to be settled when the operation is refused. */
interface Attempt {
  readonly requestId: string;
  /** Milliseconds. */
  readonly at: number;
  execution: Execution;
}

async function openCall(
  operation: AnyOperation,
  request: unknown,
  runtime: Runtime,
  attempt: Attempt,
): Promise<OperationCall> {
  const { operator, input, idempotencyKey } = parseRequest(operation, request);
  const actorUserId = `operator:${operator}`;
  const { requestId, at } = attempt;
  const auditOf: OperationCall['auditOf'] = (organizationId) => {
    return { organizationId, requestId, at, action: operation.audit, actor: { actorUserId } };
  };
  const { organizationId } = input as { readonly organizationId?: string };
  const organization = organizationId === undefined ? undefined : await findOrganization(runtime, organizationId);
  if (organization) attempt.execution = { audit: auditOf(organization.organizationId) };
  if (organization && idempotencyKey !== undefined) {
    const hash = sha256Hex(`${operation.name}\n${JSON.stringify(input)}`);
    // The API takes no key with a slash, so none of its callers can use this key.
    const key = `operator/${idempotencyKey}`;
    const claim = claimKey(runtime, { organizationId: organization.organizationId, key, hash, requestId });
    // The claim is awaited beside the reads of the decision, which handles its failure.
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
  readonly operator: string;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
}

function parseRequest(operation: AnyOperation, request: unknown): Parsed {
  const schema = z.strictObject({
    operator: Operator,
    input: operation.input,
    idempotencyKey: operation.idempotency ? IdempotencyKey : z.undefined().optional(),
  });
  const result = schema.safeParse(request, zodFaultOptions);
  if (result.success) return result.data;
  const faults = faultsOf(result.error);
  throw validationError(faults.map((fault) => ({ ...fault, path: fault.path.replace(/^input\./, '') })));
}

async function findOrganization({ store }: Runtime, organizationId: string) {
  const organization = await store.get(read(OrganizationEntity, { organizationId }));
  if (!organization) throw new ServiceError('NOT_FOUND', 'no such organization');
  return organization;
}

/** A failure of these steps must not hide the refusal, so it is only logged. */
async function settleRefusal(runtime: Runtime, execution: Execution, error: unknown, { type }: ServiceError) {
  const steps = [
    releaseRefused(runtime, execution.claim, error),
    execution.audit && recordRefusal(runtime.store, execution.audit, type),
  ];
  for (const step of await Promise.allSettled(steps)) {
    if (step.status === 'rejected') runtime.log.error('a step after a failure failed', step.reason);
  }
}
