import type { SigningKey } from './private-key.ts';

/** Calls as an API key, or as a person who has signed in. */
export type SluiceOptions = KeyOptions | SessionOptions;

export interface ConnectionOptions {
  /** Address of the service. Without a path `/business/api/v1` is added. */
  readonly baseUrl: string;
  /** Fills `{orgId}` in every path. */
  readonly organizationId: string;
  /** Per attempt; 35 seconds unless said, a little more than the gateway waits before it answers by itself. */
  readonly timeoutMs?: number;
  /** Attempts after the first; 4 unless said. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
  /** Milliseconds since the epoch; `Date.now` unless said. */
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
  /** `direct` signs at once; `challenge` lets the service say what to sign, at the price of a second round trip. */
  readonly signing?: 'direct' | 'challenge';
  readonly session?: never;
}

/** Calls as a person who has signed in. */
export interface SessionOptions extends ConnectionOptions {
  /** The access token, or what gives one that has not expired. */
  readonly session: string | (() => string | Promise<string>);
  readonly apiKey?: never;
}

export interface CallOptions {
  /** Ends the call with the signal's reason. A write may have been executed: give it a key of your own to find out. */
  readonly signal?: AbortSignal;
  /** Per attempt, instead of the client's. */
  readonly timeoutMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** Made up if absent, and the same over all retries of this call. */
  readonly idempotencyKey?: string;
}

export interface GuardedWriteOptions extends WriteOptions {
  /** Lets a body identical to one of the last 15 minutes proceed: two payments are meant. */
  readonly allowDuplicate?: boolean;
}
