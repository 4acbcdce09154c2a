import type { SigningKey } from './private-key.ts';

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
}

/** Calls as an API key. */
export interface KeyOptions extends ConnectionOptions {
  readonly apiKey: {
    /** `akid_live_…` or `akid_test_…` */
    readonly id: string;
    /** P-256: PKCS#8 PEM, or a WebCrypto key that may sign. */
    readonly privateKey: string | SigningKey;
  };
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
