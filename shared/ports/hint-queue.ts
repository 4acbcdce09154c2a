import type { DueKind } from './due-kinds.ts';

/** Says that a row is due at a time. Only a hint: the row is the truth, and a sweep finds what no hint told. */
export interface Hint {
  readonly kind: DueKind;
  readonly organizationId: string;
  readonly resourceId: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** Of a hint at new events: the last of them. */
  readonly sequence?: number;
  /** Of a hint at new events: when they were seen in the table, milliseconds; stays when the hint is sent again. */
  readonly seenAt?: number;
}

/** The queues that carry hints, one a kind. */
export interface HintQueue {
  /** Sends hints, each delayed until it is due (rounded up to the second, 15 minutes at most). */
  send(hints: readonly Hint[], nowMs: number): Promise<void>;
  /** About how many hints of a kind wait or are in flight. */
  backlog(kind: DueKind): Promise<number>;
}
