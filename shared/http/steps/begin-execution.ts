import { type Caller, credentialOf } from '../../contract/caller.ts';
import type { IdempotencyRule } from '../../contract/endpoint.ts';
import { IdempotencyKey } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import type { Organization } from '../../identity/organization.ts';
import { claimKey } from '../../journal/idempotency/claim.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step, StepContext } from '../step.ts';

/**
 * Prepares what a mutation hands to its commit: the claim of its idempotency key (begun here, awaited beside the
 * decision's reads), the duplicate guard and the audit row (specification, Endpoints, common rules 3 and 4).
 * @throws ServiceError IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID
 */
export const beginExecution: Step = async (state, context) => {
  const { endpoint, runtime } = context;
  const { subject } = endpoint;
  state.execution = { ...state.execution, subject };
  const key = idempotencyKeyOf(state, context);
  if (key === undefined) return;
  const hash = requestHash(state, context);
  const sealed = endpoint.secretResponse && { sealingKeys: await runtime.secrets.sealingKeys() };
  const organizationId = holderOf(state, context);
  const claim = claimKey(runtime, { organizationId, key, hash, requestId: state.requestId, subject, ...sealed });
  // Awaited by the handler; without this a handler that refuses first would leave an unhandled rejection.
  claim.catch(() => undefined);
  state.execution = {
    ...state.execution,
    claim,
    keyed: { idempotencyKey: key, hash },
    ...(endpoint.duplicateGuard && {
      guard: { hash, idempotencyKey: key, allowDuplicate: header(state, 'x-allow-duplicate') === 'true', subject },
    }),
  };
};

/**
 * The owner of the idempotency key: the organization. A person who joins one has keys of their own, because the
 * organization's keys would tell a non-member that it exists and which keys it has used.
 */
function holderOf({ caller, organization }: RequestState, { endpoint }: StepContext): string {
  if (endpoint.permission === 'join' && caller?.kind === 'session') return credentialOf(caller);
  return (organization as Organization).organizationId;
}

function idempotencyKeyOf(state: RequestState, { endpoint }: StepContext): string | undefined {
  if (endpoint.idempotency === 'none') return undefined;
  const key = header(state, 'idempotency-key');
  if (key === undefined) {
    if (!isRequired(endpoint.idempotency, state.caller)) return undefined;
    throw new ServiceError('IDEMPOTENCY_KEY_REQUIRED', 'the Idempotency-Key header is missing');
  }
  if (!IdempotencyKey.safeParse(key).success) {
    throw new ServiceError('IDEMPOTENCY_KEY_INVALID', 'Idempotency-Key has 1 to 255 characters of A-Z a-z 0-9 _ . : -');
  }
  return key;
}

function isRequired(rule: IdempotencyRule, caller: Caller | undefined): boolean {
  return rule === 'required' || (rule === 'required-for-keys' && caller?.kind === 'key');
}

/**
 * A person's request belongs to that person: nobody else who sends the same key gets its answer. The same applies to
 * the request of an API key whose answer holds a secret.
 */
function requestHash({ method, event, bodyHash, caller }: RequestState, { endpoint }: StepContext): string {
  const isPersonal = caller?.kind === 'session' || endpoint.secretResponse;
  const ownerLine = caller && isPersonal ? `\n${ownerOf(caller)}` : '';
  return sha256Hex(`${method}\n${event.rawPath}\n${bodyHash}${ownerLine}`);
}

/** Not `credentialOf`: requests of the previous release would no longer match their stored hashes. */
function ownerOf(caller: Caller): string {
  return caller.kind === 'session' ? caller.person.userId : caller.key.id;
}
