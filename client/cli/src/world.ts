/** What a command sees of its process. Tests pass their own. */
export interface World {
  /** Writes to standard output: results only. */
  readonly print: (text: string) => void;
  /** Writes to standard error: progress. */
  readonly note: (text: string) => void;
  /** Whether standard error is a terminal. */
  readonly isWatched: boolean;
  /** The current width of that terminal. */
  readonly columns: () => number;
  /** Aborts when the user stops the command; its reason is the exit code. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /**
   * Called before the first call. Chooses the proxies through which calls go.
   * @throws UsageError
   */
  readonly openNetwork?: () => void;
  /** Those proxies, without their passwords; undefined if there are none. */
  readonly proxy?: () => string | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Waits for a number of milliseconds. Rejects with the signal's reason. */
  readonly pause: (ms: number) => Promise<void>;
}

/** Exit codes. They are part of the command's interface; the help and the README list them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  refused: 2,
  waiting: 3,
  incomplete: 4,
} as const;
