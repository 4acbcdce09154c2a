import type { DueKind } from './due-kinds.ts';

/** Says when a row is due. The row decides, not the hint, and a sweep finds due rows whose hint was lost. */
export interface Hint {
  readonly kind: DueKind;
  readonly organizationId: string;
  readonly resourceId: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** On a hint about new events: the sequence of the last one. */
  readonly sequence?: number;
  /**
   * On a hint about new events: when they were seen in the table, in milliseconds. Kept when the hint is sent again.
   */
  readonly seenAt?: number;
}

/** The queues that carry hints, one per kind. */
export interface HintQueue {
  /** Sends hints, each delayed until it is due (rounded up to the second, at most 15 minutes). */
  send(hints: readonly Hint[], nowMs: number): Promise<void>;
  /**
   * The approximate number of hints of a kind that wait for a worker. Delayed hints, and those that a worker has
   * received, do not count.
   */
  backlog(kind: DueKind): Promise<number>;
}
