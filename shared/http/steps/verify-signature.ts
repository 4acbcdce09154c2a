import { ChallengeIssued } from '../../contract/challenge-issued.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { strictBase64 } from '../../ground/signatures/base64.ts';
import { canonicalString } from '../../ground/signatures/canonical.ts';
import { type ChallengedRequest, issueChallenge, openChallenge } from '../../ground/signatures/challenge.ts';
import { publicKeyObject, verifyDer } from '../../ground/signatures/ecdsa.ts';
import { parseStamp } from '../../ground/signatures/stamp.ts';
import { UnknownValue } from '../../ground/table/known-values.ts';
import { type ApiKey, ApiKeyEntity, keySchemes } from '../../identity/api-key.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/** Specification, Limits: signature timestamp window. */
const timestampWindowMs = 5 * 60 * 1000;
const NONCE = /^[\x21-\x7e]{1,255}$/;
const TIMESTAMP = /^\d{1,12}$/;

/**
 * Verifies the signature in one of three forms: direct, an answered challenge, or a custody provider's stamp in place
 * of the signature header of either. A call without any signature header is challenged.
 * @throws ChallengeIssued
 * @throws ServiceError SIGNATURE_REQUIRED, SIGNATURE_INVALID, SIGNATURE_TIMESTAMP_SKEW
 * @throws UnknownValue for a key of a scheme that this release does not know
 */
export const verifySignature: Step = async (state, { runtime }) => {
  try {
    await verifyRequest(state, runtime);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const { message: reason, expected } = error;
    runtime.explainSignature?.({ requestId: state.requestId, reason, ...(expected !== undefined && { expected }) });
    // One answer for every mismatch (specification, Authentication, Direct flow, rules).
    throw new ServiceError('SIGNATURE_INVALID', 'the signature does not match this request');
  }
};

/** Why a signature is refused. The caller is not told. */
class Mismatch extends Error {
  readonly expected: string | undefined;

  constructor(reason: string, expected?: string) {
    super(reason);
    this.expected = expected;
  }
}

async function verifyRequest(state: RequestState, runtime: Runtime): Promise<void> {
  // A session has no signature; its token was verified.
  if (state.caller?.kind !== 'key') return;
  const { key } = state.caller;
  if (!keySchemes.includes(key.scheme)) throw new UnknownValue(ApiKeyEntity, 'scheme');
  const sent = {
    signature: header(state, 'x-svc-signature') ?? header(state, 'x-stamp'),
    timestamp: header(state, 'x-svc-timestamp'),
    nonce: header(state, 'x-svc-nonce'),
    challenge: header(state, 'x-svc-request-id'),
  };
  const request = requestToSign(state, key);
  if (Object.values(sent).every((value) => value === undefined)) {
    const sealingKeys = await runtime.secrets.sealingKeys();
    throw new ChallengeIssued(issueChallenge(sealingKeys, request, runtime.ids.token(), state.receivedAt));
  }
  if (sent.signature === undefined) throw required(key.scheme === 'custody' ? 'X-Stamp' : 'X-Svc-Signature');
  if (sent.challenge !== undefined) {
    const sealingKeys = await runtime.secrets.sealingKeys(sent.challenge);
    const opened = openChallenge(sealingKeys, request, sent.challenge, state.receivedAt);
    if (!opened) throw new Mismatch('the challenge was not issued for this request, or has expired');
    verify(state, key, opened.payloadToSign);
    state.singleUse = singleUse(key, opened.nonce);
    return;
  }
  if (sent.timestamp === undefined) throw required('X-Svc-Timestamp');
  if (sent.nonce === undefined) throw required('X-Svc-Nonce');
  verifyDirect(state, key, { ...request, timestamp: sent.timestamp, nonce: sent.nonce });
}

function requestToSign(state: RequestState, key: ApiKey): ChallengedRequest {
  return {
    keyId: key.id,
    method: state.method,
    target: state.target,
    bodyHash: state.bodyHash,
    idempotencyKey: header(state, 'idempotency-key') ?? '',
  };
}

function verifyDirect(
  state: RequestState,
  key: ApiKey,
  request: ChallengedRequest & { timestamp: string; nonce: string },
): void {
  if (!TIMESTAMP.test(request.timestamp)) throw new Mismatch('X-Svc-Timestamp is not in Unix seconds');
  if (!NONCE.test(request.nonce)) throw new Mismatch('X-Svc-Nonce is not 1 to 255 visible ASCII characters');
  verify(state, key, canonicalString(request));
  if (Math.abs(Number(request.timestamp) * 1000 - state.receivedAt) > timestampWindowMs) {
    throw new ServiceError('SIGNATURE_TIMESTAMP_SKEW', 'X-Svc-Timestamp is more than five minutes from our clock');
  }
  state.singleUse = singleUse(key, request.nonce);
}

/** The same in both flows: the answer to a challenge is also a valid direct signature, and may be used once. */
function singleUse({ id }: ApiKey, nonce: string): string {
  return `${id}#${nonce}`;
}

function verify(state: RequestState, key: ApiKey, message: string): void {
  const signature = key.scheme === 'custody' ? stampSignature(state, key) : ownSignature(state);
  if (!signature) throw new Mismatch('the signature cannot be read, or names another key', message);
  if (!verifyDer(publicKeyObject(key.publicKey), message, signature)) {
    throw new Mismatch('the signature is not of this string by the private key of the named key', message);
  }
}

function ownSignature(state: RequestState): Buffer | undefined {
  return strictBase64(header(state, 'x-svc-signature') ?? '');
}

function stampSignature(state: RequestState, key: ApiKey): Buffer | undefined {
  const stamp = parseStamp(header(state, 'x-stamp') ?? '');
  return stamp?.publicKey === key.publicKey ? stamp.signature : undefined;
}

function required(name: string): ServiceError {
  return new ServiceError('SIGNATURE_REQUIRED', `the signature headers are incomplete: ${name} is missing`);
}
