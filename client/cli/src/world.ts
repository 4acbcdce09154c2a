/** What a command sees of the process that it runs in; tests pass their own. */
export interface World {
  /** Writes to standard output: results only. */
  readonly print: (text: string) => void;
  /** Writes to standard error: what goes on. */
  readonly note: (text: string) => void;
  /** Whether somebody watches standard error on a terminal. */
  readonly isWatched: boolean;
  /** Columns of that terminal, at the moment. */
  readonly columns: () => number;
  /** Aborts when the user stops the command; its reason is the exit code. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /**
   * Called before the first call: chooses the proxies that calls go through.
   * @throws UsageError
   */
  readonly openNetwork?: () => void;
  /** Those proxies, without their passwords; undefined where there are none. */
  readonly proxy?: () => string | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Waits so many milliseconds; rejects with the signal's reason. */
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
