import type { AnswerInfo } from './answer-info.ts';
import type { SigningKey } from './private-key.ts';

/** What a token or a stamp may be made of. */
export const headerValue = /^[!-~]+$/;

/** Calls as an API key, or as a person who has signed in. */
export type SluiceOptions = KeyOptions | SessionOptions;

export interface ConnectionOptions {
  /** Address of the service. Without a path `/business/api/v1` is added. */
  readonly baseUrl: string;
  /** Fills `{orgId}` in every path. */
  readonly organizationId: string;
  /** Milliseconds per attempt; 35,000 by default, a little longer than the gateway waits before it answers itself. */
  readonly timeoutMs?: number;
  /** Attempts after the first; 4 by default. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly clock?: () => number;
  /**
   * Hears of every answer, also of one that is an error or is tried again: for logs and metrics. What it throws is
   * ignored.
   */
  readonly onAnswer?: (answer: AnswerInfo) => unknown;
}

/** What a signer gives: the signature as DER or as r and s of 32 bytes each, in bytes or base64, or a stamp. */
export type Signature = Uint8Array | ArrayBuffer | string | Stamp;

/** The stamp of a custody provider, as Turnkey's stampers give it. */
export interface Stamp {
  readonly stampHeaderValue: string;
}

/** Signs a text: ECDSA with P-256 over SHA-256 of its UTF-8 bytes. */
export type Signer = (text: string) => Signature | Promise<Signature>;

/** A private key that this process holds. */
export interface HeldKey {
  /** P-256: PKCS#8 PEM, or a WebCrypto key that may sign. */
  readonly privateKey: string | SigningKey;
  readonly sign?: never;
}

/** A private key that a KMS, an HSM or a custody provider keeps. */
export interface KeptKey {
  /**
   * Asks the keeper for a signature. What it throws becomes SIGNER_FAILED, which is not tried again by itself.
   *
   * @example
   * sign: async (text) => (await kms.send(new SignCommand({ ...key, Message: new TextEncoder().encode(text) }))).Signature
   * @example
   * sign: (text) => new ApiKeyStamper(turnkeyKey).stamp(text)
   */
  readonly sign: Signer;
  readonly privateKey?: never;
}

/** Calls as an API key. */
export interface KeyOptions extends ConnectionOptions {
  readonly apiKey: {
    /** `akid_live_…` or `akid_test_…` */
    readonly id: string;
  } & (HeldKey | KeptKey);
  /** `direct` signs at once; `challenge` lets the service say what to sign, which costs a second round trip. */
  readonly signing?: 'direct' | 'challenge';
  readonly session?: never;
}

/** Calls as a person who has signed in. */
export interface SessionOptions extends ConnectionOptions {
  /** The access token, or a function that returns one that has not expired. */
  readonly session: string | (() => string | Promise<string>);
  readonly apiKey?: never;
}

export interface CallOptions {
  /**
   * Ends the call with the signal's reason. A write may still have been executed: pass an `idempotencyKey` of your own
   * to be able to find out.
   */
  readonly signal?: AbortSignal;
  /** Milliseconds per attempt, instead of the client's. */
  readonly timeoutMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** Generated if absent; the same for all retries of this call. */
  readonly idempotencyKey?: string;
}

export interface GuardedWriteOptions extends WriteOptions {
  /** Accepts a body identical to one of the last 15 minutes, because two payments are intended. */
  readonly allowDuplicate?: boolean;
}
