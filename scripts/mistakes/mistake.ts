/** How a request is sent. Everything that is not set is correct. */
export interface Sent {
  readonly method: string;
  /** The path below the prefix of the API. `{…}` is replaced with values from the test. */
  readonly path: string;
  /** Whether the path is complete, with or without the prefix. */
  readonly wholePath?: true;
  /** `key` signs (the default); `nobody` sends no credentials; the others use a member's session. */
  readonly by?: 'key' | 'read-only key' | 'pinned key' | 'challenge' | 'owner' | 'viewer' | 'nobody';
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly text?: string;
  /** Defaults to a new one if the method is not GET. */
  readonly idempotencyKey?: string | 'none';
  /** Headers that are added last. An empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The encoding of the signature. Defaults to DER in base64. */
  readonly signature?:
    | 'raw'
    | 'hex'
    | 'base64url'
    | 'raw base64url'
    | 'of another body'
    | 'of another path'
    | 'by another key';
  /** The unit in which the timestamp is signed and sent. */
  readonly timestamp?: 'milliseconds' | 'an hour ago' | 'ISO 8601';
  readonly nonce?: string;
}

/** The service's answer. Ids and times are written as in examples. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly detail: string;
  readonly resolution: string;
  /** Headers of the answer that help. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A typical mistake in an integration, and the service's answer to it. */
export interface Mistake {
  /** The mistake, in the words of the person who made it. */
  readonly did: string;
  readonly sent: Sent;
  readonly answered: Answered;
}

export interface Group {
  readonly title: string;
  readonly mistakes: readonly Mistake[];
}
