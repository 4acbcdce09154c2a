import { type Caller, credentialOf } from '../../contract/caller.ts';
import type { IdempotencyRule } from '../../contract/endpoint.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import type { Organization } from '../../identity/organization.ts';
import { claimKey } from '../../journal/idempotency/claim.ts';
import { refuseMalformedKey } from '../advice/idempotency-key.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step, StepContext } from '../step.ts';

/**
 * Prepares the values that a mutation passes to its commit: the claim of its idempotency key, the duplicate guard and
 * the audit row (specification, Endpoints, common rules 3 and 4). The claim starts here and is awaited together with
 * the decision's reads.
 * @throws ServiceError IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID
 */
export const beginExecution: Step = async (state, context) => {
  const { endpoint, runtime } = context;
  const { subject } = endpoint;
  state.execution = { ...state.execution, subject };
  const key = idempotencyKeyOf(state, context);
  if (key === undefined) return;
  const owner = ownerOf(state, context);
  const hash = requestHash(state, owner);
  const sealed = endpoint.secretResponse && { sealingKeys: await runtime.secrets.sealingKeys() };
  const organizationId = holderOf(state, context);
  const claim = claimKey(runtime, { organizationId, key, hash, requestId: state.requestId, subject, ...sealed });
  // The handler awaits the claim. Without this line, a handler that refuses first would leave an unhandled rejection.
  claim.catch(() => undefined);
  state.execution = {
    ...state.execution,
    claim,
    keyed: { idempotencyKey: key, hash },
    ...(endpoint.duplicateGuard && {
      guard: {
        // The guard's hash has no owner, because requests can be duplicates regardless of who sends them.
        hash: requestHash(state),
        idempotencyKey: key,
        owner,
        allowDuplicate: header(state, 'x-allow-duplicate') === 'true',
        subject,
      },
    }),
  };
};

/**
 * Returns the owner of the idempotency key, which is the organization. A person who joins has separate keys, because
 * the organization's keys would reveal to a non-member that it exists and which keys it has used.
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
    throw new ServiceError('IDEMPOTENCY_KEY_REQUIRED', 'the Idempotency-Key header is missing', {
      resolution:
        'Add the header Idempotency-Key with a unique value for this operation, such as a UUID, and sign it. Send the same value with every retry.',
    });
  }
  refuseMalformedKey(key);
  return key;
}

function isRequired(rule: IdempotencyRule, caller: Caller | undefined): boolean {
  return rule === 'required' || (rule === 'required-for-keys' && caller?.kind === 'key');
}

function requestHash({ method, event, bodyHash }: RequestState, owner?: string): string {
  const ownerLine = owner === undefined ? '' : `\n${owner}`;
  return sha256Hex(`${method}\n${event.rawPath}\n${bodyHash}${ownerLine}`);
}

/**
 * Returns the only caller who gets the response of this request when it is replayed, or undefined if every API key of
 * the organization does. A person's request belongs to that person. A request whose response contains a secret belongs
 * to the key that sent it. `credentialOf` is not used, because requests of the previous release would no longer match
 * their stored hashes.
 */
function ownerOf({ caller }: RequestState, { endpoint }: StepContext): string | undefined {
  if (caller?.kind === 'session') return caller.person.userId;
  return caller?.kind === 'key' && endpoint.secretResponse ? caller.key.id : undefined;
}
