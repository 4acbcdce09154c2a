import type { AnswerInfo } from './answer-info.ts';
import type { SigningKey } from './private-key.ts';

/** The characters allowed in a token or a stamp. */
export const headerValue = /^[!-~]+$/;

/** Calls as an API key, or as a person who has signed in. */
export type SluiceOptions = KeyOptions | SessionOptions;

export interface ConnectionOptions {
  /** Address of the service. If it has no path, `/business/api/v1` is added. */
  readonly baseUrl: string;
  /** Fills `{orgId}` in every path. */
  readonly organizationId: string;
  /**
   * Timeout per attempt in milliseconds; 35,000 by default, slightly longer than the gateway waits before it answers
   * itself.
   */
  readonly timeoutMs?: number;
  /** Retries after the first attempt; 4 by default. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
  /** Returns milliseconds since the epoch; `Date.now` by default. */
  readonly clock?: () => number;
  /**
   * Called with every answer, including errors and answers that are retried: for logs and metrics. Exceptions that it
   * throws are ignored.
   */
  readonly onAnswer?: (answer: AnswerInfo) => unknown;
}

/** The result of a signer: a signature, as DER or as r and s of 32 bytes each, in bytes or base64; or a stamp. */
export type Signature = Uint8Array | ArrayBuffer | string | Stamp;

/** Stamp of a custody provider, as returned by Turnkey's stampers. */
export interface Stamp {
  readonly stampHeaderValue: string;
}

/** Signs a text: ECDSA with P-256 over SHA-256 of its UTF-8 bytes. */
export type Signer = (text: string) => Signature | Promise<Signature>;

/** A private key held in memory. */
export interface HeldKey {
  /** P-256: PKCS#8 PEM, or a WebCrypto key that may sign. */
  readonly privateKey: string | SigningKey;
  readonly sign?: never;
}

/** A private key kept by a KMS, an HSM or a custody provider. */
export interface KeptKey {
  /**
   * Requests a signature from the system that keeps the key. An exception becomes SIGNER_FAILED, which is not retried
   * automatically.
   *
   * @example
   * sign: async (text) =>
   *   (await kms.send(new SignCommand({ ...key, Message: new TextEncoder().encode(text) }))).Signature
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
  /**
   * `direct` signs at once. With `challenge`, the service first sends the text to sign, which costs a second round
   * trip.
   */
  readonly signing?: 'direct' | 'challenge';
  readonly session?: never;
}

/** Calls as a person who has signed in. */
export interface SessionOptions extends ConnectionOptions {
  /** The access token, or a function that returns a token that has not expired. */
  readonly session: string | (() => string | Promise<string>);
  readonly apiKey?: never;
}

export interface CallOptions {
  /**
   * Ends the call with the signal's reason. A write may still have been executed: pass your own `idempotencyKey` to be
   * able to find out.
   */
  readonly signal?: AbortSignal;
  /** Timeout per attempt in milliseconds; overrides the client's. */
  readonly timeoutMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** Generated if absent. Stays the same for all retries of this call. */
  readonly idempotencyKey?: string;
}

export interface GuardedWriteOptions extends WriteOptions {
  /** Allows a body identical to one of the last 15 minutes. Use it if two payments are intended. */
  readonly allowDuplicate?: boolean;
}
