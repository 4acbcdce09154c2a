/** How a request is sent: properly in everything that is not named. */
export interface Sent {
  readonly method: string;
  /** Below the prefix of the API; `{…}` stands for what the test's scene has. */
  readonly path: string;
  /** The path is the whole one, with or without the prefix. */
  readonly wholePath?: true;
  /** `key` signs; `nobody` sends no credentials; the others are a member's session. `key` by default. */
  readonly by?: 'key' | 'read-only key' | 'pinned key' | 'challenge' | 'owner' | 'viewer' | 'nobody';
  readonly body?: unknown;
  /** Sent in place of `body`, as it is. */
  readonly text?: string;
  /** A fresh one by default, where the method is not GET. */
  readonly idempotencyKey?: string | 'none';
  /** Added last. An empty value takes a header away. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How the signature is written. DER in base64 by default. */
  readonly signature?:
    | 'raw'
    | 'hex'
    | 'base64url'
    | 'raw base64url'
    | 'of another body'
    | 'of another path'
    | 'by another key';
  /** In which the timestamp is signed and sent. */
  readonly timestamp?: 'milliseconds' | 'an hour ago' | 'ISO 8601';
  readonly nonce?: string;
}

/** What the service answers to it. Ids and times are written as in examples. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly detail: string;
  readonly resolution: string;
  /** Headers that help. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A typical mistake of an integration, and what the service says to it. */
export interface Mistake {
  /** What was done wrong, as whoever did it would say. */
  readonly did: string;
  readonly sent: Sent;
  readonly answered: Answered;
}

export interface Group {
  readonly title: string;
  readonly mistakes: readonly Mistake[];
}
