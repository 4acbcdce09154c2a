import { StorageFailed } from './storage/storage-failed.ts';

/** The file that has the transaction that many calls share. */
export interface Transaction {
  /** Ends the transaction. When this returns, everything written is on the disk. */
  commit(): void;
  /** Rolls the transaction back, if one has begun. */
  rollback(): void;
}

/** The longest time for which calls share a commit, so that the event loop gets its turn. */
const longestGroupMs = 20;

interface Waiting {
  /** @returns a function that answers the caller, once the whole group is on the disk */
  readonly perform: () => () => void;
  readonly fail: (error: Error) => void;
}

/**
 * Lets the calls of one turn of the event loop share a commit. No call is answered before the commit of what it wrote
 * or saw, so reads and refusals wait like writes. If a commit fails, no call of the group is answered, nothing of it is
 * written, and all later calls fail too.
 */
export class SharedCommits {
  readonly #transaction: Transaction;
  readonly #onCommit: () => void;
  readonly #onFailure: (error: Error) => void;
  #waiting: Waiting[] = [];
  #failure: Error | undefined;

  /**
   * @param onCommit called after each commit
   * @param onFailure called once, with the error after which nothing is performed any more
   */
  constructor(transaction: Transaction, onCommit: () => void, onFailure: (error: Error) => void) {
    this.#transaction = transaction;
    this.#onCommit = onCommit;
    this.#onFailure = onFailure;
  }

  /**
   * Does a piece of work that reads and writes synchronously.
   * @returns its result, once that is on the disk
   */
  do<T>(work: () => T): Promise<T> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const perform = () => answerOf(work, resolve, reject);
      if (this.#waiting.push({ perform, fail: reject }) === 1) setImmediate(this.#performGroup);
    });
  }

  /** Refuses waiting calls and all later ones. */
  fail(error: Error): void {
    this.#fail(error, this.#waiting);
  }

  /** Performs and answers waiting calls. Nothing is performed afterwards. */
  close(): void {
    while (this.#waiting.length > 0) this.#performGroup();
    this.#failure ??= new Error('the table is closed');
  }

  readonly #performGroup = () => {
    const until = performance.now() + longestGroupMs;
    const answers: (() => void)[] = [];
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    try {
      for (const { perform } of group) {
        if (performance.now() > until) break;
        answers.push(perform());
      }
      this.#transaction.commit();
    } catch (error) {
      this.#fail(error as Error, [...group, ...this.#waiting]);
      return;
    }
    this.#goOnWith(group.slice(answers.length));
    for (const answer of answers) answer();
    this.#onCommit();
  };

  #goOnWith(rest: readonly Waiting[]): void {
    if (rest.length === 0) return;
    this.#waiting.unshift(...rest);
    setImmediate(this.#performGroup);
  }

  #fail(error: Error, waiting: readonly Waiting[]): void {
    this.#failure = error;
    this.#waiting = [];
    try {
      this.#transaction.rollback();
    } catch {
      // The connection is unusable. SQLite rolls back what was not committed when the file is next opened.
    }
    for (const { fail } of waiting) fail(error);
    this.#onFailure(error);
  }
}

/** @throws StorageFailed. A refused call is a normal answer. */
function answerOf<T>(work: () => T, resolve: (answer: T) => void, reject: (error: unknown) => void): () => void {
  try {
    const answer = work();
    return () => resolve(answer);
  } catch (error) {
    if (error instanceof StorageFailed) throw error;
    return () => reject(error);
  }
}
