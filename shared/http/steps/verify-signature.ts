import { ChallengeIssued } from '../../contract/challenge-issued.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { strictBase64 } from '../../ground/signatures/base64.ts';
import { canonicalString } from '../../ground/signatures/canonical.ts';
import { type ChallengedRequest, issueChallenge, openChallenge } from '../../ground/signatures/challenge.ts';
import { publicKeyObject, verifyDer } from '../../ground/signatures/ecdsa.ts';
import { parseStamp } from '../../ground/signatures/stamp.ts';
import type { ApiKey } from '../../identity/api-key.ts';
import { header, type RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/** Specification, Limits: signature timestamp window. */
const timestampWindowMs = 5 * 60 * 1000;
const NONCE = /^[\x21-\x7e]{1,255}$/;
const TIMESTAMP = /^\d{1,12}$/;

/**
 * Verifies the signature in one of three forms: direct, answered challenge, or a custody provider's stamp in place of
 * either's signature header. A call without any signature header is challenged.
 * @throws ChallengeIssued
 * @throws ServiceError SIGNATURE_REQUIRED, SIGNATURE_INVALID, SIGNATURE_TIMESTAMP_SKEW
 */
export const verifySignature: Step = async (exchange, { runtime }) => {
  // A session has no signature; its token was verified.
  if (exchange.caller?.kind !== 'key') return;
  const { key } = exchange.caller;
  const sent = {
    signature: header(exchange, 'x-svc-signature') ?? header(exchange, 'x-stamp'),
    timestamp: header(exchange, 'x-svc-timestamp'),
    nonce: header(exchange, 'x-svc-nonce'),
    challenge: header(exchange, 'x-svc-request-id'),
  };
  const request = requestToSign(exchange, key);
  const { sealingKey } = await runtime.secrets();
  if (Object.values(sent).every((value) => value === undefined)) {
    throw new ChallengeIssued(issueChallenge(sealingKey, request, runtime.ids.token(), exchange.receivedAt));
  }
  if (sent.signature === undefined) throw required(key.scheme === 'custody' ? 'X-Stamp' : 'X-Svc-Signature');
  if (sent.challenge !== undefined) {
    const opened = openChallenge(sealingKey, request, sent.challenge, exchange.receivedAt);
    if (!opened) throw invalid();
    verify(exchange, key, opened.payloadToSign);
    exchange.singleUse = singleUse(key, opened.nonce);
    return;
  }
  if (sent.timestamp === undefined) throw required('X-Svc-Timestamp');
  if (sent.nonce === undefined) throw required('X-Svc-Nonce');
  verifyDirect(exchange, key, { ...request, timestamp: sent.timestamp, nonce: sent.nonce });
};

function requestToSign(exchange: RequestState, key: ApiKey): ChallengedRequest {
  return {
    keyId: key.id,
    method: exchange.method,
    target: exchange.target,
    bodyHash: exchange.bodyHash,
    idempotencyKey: header(exchange, 'idempotency-key') ?? '',
  };
}

function verifyDirect(
  exchange: RequestState,
  key: ApiKey,
  request: ChallengedRequest & { timestamp: string; nonce: string },
): void {
  if (!TIMESTAMP.test(request.timestamp) || !NONCE.test(request.nonce)) throw invalid();
  verify(exchange, key, canonicalString(request));
  if (Math.abs(Number(request.timestamp) * 1000 - exchange.receivedAt) > timestampWindowMs) {
    throw new ServiceError('SIGNATURE_TIMESTAMP_SKEW', 'X-Svc-Timestamp is more than five minutes from our clock');
  }
  exchange.singleUse = singleUse(key, request.nonce);
}

/** The same in both flows: what answers a challenge is a direct signature, too, and may be used once. */
function singleUse({ id }: ApiKey, nonce: string): string {
  return `${id}#${nonce}`;
}

/** One answer for every mismatch (specification, Authentication, Direct flow, rules). */
function verify(exchange: RequestState, key: ApiKey, message: string): void {
  const signature = key.scheme === 'custody' ? stampSignature(exchange, key) : ownSignature(exchange);
  if (!signature || !verifyDer(publicKeyObject(key.publicKey), message, signature)) throw invalid();
}

function ownSignature(exchange: RequestState): Buffer | undefined {
  return strictBase64(header(exchange, 'x-svc-signature') ?? '');
}

function stampSignature(exchange: RequestState, key: ApiKey): Buffer | undefined {
  const stamp = parseStamp(header(exchange, 'x-stamp') ?? '');
  return stamp?.publicKey === key.publicKey ? stamp.signature : undefined;
}

function required(name: string): ServiceError {
  return new ServiceError('SIGNATURE_REQUIRED', `the signature headers are incomplete: ${name} is missing`);
}

function invalid(): ServiceError {
  return new ServiceError('SIGNATURE_INVALID', 'the signature does not match this request');
}
