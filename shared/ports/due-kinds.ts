/** Kinds of work that must happen later: one queue and one worker each. */
export const dueKinds = ['rails', 'approvals', 'endpoints', 'deliveries', 'mails'] as const;

export type DueKind = (typeof dueKinds)[number];

/** Work that is never given up: without it an event would be lost, and to try once more does no harm. */
export function isNeverParked(kind: DueKind): boolean {
  return kind === 'endpoints' || kind === 'deliveries';
}

/** Name of the environment variable that tells a worker the address of a kind's queue. */
export function queueUrlVariable(kind: DueKind): string {
  return `QUEUE_URL_${kind.toUpperCase()}`;
}
