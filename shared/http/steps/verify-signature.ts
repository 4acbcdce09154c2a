import { ChallengeIssued } from '../../contract/challenge-issued.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { strictBase64 } from '../../ground/signatures/base64.ts';
import { canonicalString, signableTexts } from '../../ground/signatures/canonical.ts';
import { type ChallengedRequest, issueChallenge, unsealChallenge } from '../../ground/signatures/challenge.ts';
import { publicKeyObject, verifyDer } from '../../ground/signatures/ecdsa.ts';
import { parseStamp } from '../../ground/signatures/stamp.ts';
import { UnknownValue } from '../../ground/table/known-values.ts';
import { type ApiKey, ApiKeyEntity, keySchemes } from '../../identity/api-key.ts';
import type { EdgeRuntime } from '../../ports/runtime.ts';
import {
  challengeExpired,
  challengeMismatch,
  directMismatch,
  type FormFault,
  faultOfSignature,
  faultOfTimestamp,
  nonceFault,
} from '../advice/signature-forms.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/** See the specification, Limits: signature timestamp window. */
const timestampWindowMs = 5 * 60 * 1000;
const NONCE = /^[\x21-\x7e]{1,255}$/;
const TIMESTAMP = /^\d{1,12}$/;

/**
 * Verifies the signature. It is sent directly or in response to a challenge; in both cases a custody provider's stamp
 * can replace the signature header. A call without any signature header is challenged.
 * @throws ChallengeIssued
 * @throws ServiceError SIGNATURE_REQUIRED, SIGNATURE_INVALID, SIGNATURE_TIMESTAMP_SKEW
 * @throws UnknownValue for a key with a scheme that this release does not know
 */
export const verifySignature: Step = async (state, { runtime }) => {
  try {
    await verifyRequest(state, runtime);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const { message: reason, expected, told } = error;
    runtime.explainSignature?.({ requestId: state.requestId, reason, ...(expected !== undefined && { expected }) });
    const { detail, resolution } = formFaultOf(state) ?? told;
    throw new ServiceError('SIGNATURE_INVALID', detail, { resolution });
  }
};

/**
 * Why a signature is refused. The caller is told only about the form and age of the sent headers. Every other mismatch
 * of a flow has the same error (specification, Authentication, Direct flow, rules).
 */
class Mismatch extends Error {
  readonly told: FormFault;
  readonly expected: string | undefined;

  constructor(reason: string, told: FormFault, expected?: string) {
    super(reason);
    this.told = told;
    this.expected = expected;
  }
}

/** A malformed signature cannot match anything, so reporting it reveals nothing about the key or the content. */
function formFaultOf(state: RequestState): FormFault | undefined {
  const signature = header(state, 'x-svc-signature');
  return signature === undefined ? undefined : faultOfSignature(signature);
}

async function verifyRequest(state: RequestState, runtime: EdgeRuntime): Promise<void> {
  // A session has no signature, because its token has already been verified.
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
    const opened = unsealChallenge(sealingKeys, request, sent.challenge, state.receivedAt);
    if (opened === 'expired') throw new Mismatch('the challenge has expired', challengeExpired);
    if (!opened) throw new Mismatch('the challenge was not issued for this request', challengeMismatch);
    verify(state, key, opened.payloadToSign, challengeMismatch);
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
  if (!TIMESTAMP.test(request.timestamp)) {
    throw new Mismatch('X-Svc-Timestamp is not in Unix seconds', faultOfTimestamp(request.timestamp));
  }
  if (!NONCE.test(request.nonce)) throw new Mismatch(nonceFault.detail, nonceFault);
  verify(state, key, canonicalString(request), directMismatch);
  refuseSkew(Number(request.timestamp), state.receivedAt);
  state.singleUse = singleUse(key, request.nonce);
}

function refuseSkew(timestamp: number, receivedAt: number): void {
  if (Math.abs(timestamp * 1000 - receivedAt) <= timestampWindowMs) return;
  const now = Math.floor(receivedAt / 1000);
  const off = `${Math.abs(timestamp - now)} seconds ${timestamp < now ? 'behind' : 'ahead of'} our clock`;
  throw new ServiceError(
    'SIGNATURE_TIMESTAMP_SKEW',
    `X-Svc-Timestamp is ${off}, which shows ${now} (${new Date(receivedAt).toISOString()})`,
    { resolution: 'Correct your clock, or sign right before you send: the tolerance is five minutes.' },
  );
}

/**
 * Returns the single-use value, which both flows share. The response to a challenge is also a valid direct signature,
 * and can be used once.
 */
function singleUse({ id }: ApiKey, nonce: string): string {
  return `${id}#${nonce}`;
}

function verify(state: RequestState, key: ApiKey, message: string, told: FormFault): void {
  const signature = key.scheme === 'custody' ? stampSignature(state, key) : ownSignature(state);
  if (!signature) throw new Mismatch('the signature cannot be read, or names another key', told, message);
  const publicKey = publicKeyObject(key.publicKey);
  if (!signableTexts(message).some((text) => verifyDer(publicKey, text, signature))) {
    throw new Mismatch(
      'the signature was not made over this string with the private key of the named key',
      told,
      message,
    );
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
  return new ServiceError('SIGNATURE_REQUIRED', `the signature headers are incomplete: ${name} is missing`, {
    resolution:
      'Send X-Svc-Signature, X-Svc-Timestamp and X-Svc-Nonce. Or send none of them, and answer the challenge with X-Svc-Request-Id and X-Svc-Signature.',
  });
}
