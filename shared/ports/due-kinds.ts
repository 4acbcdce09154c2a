/** Kinds of work that must happen later. Each has one queue and one worker. */
export const dueKinds = ['rails', 'approvals', 'endpoints', 'deliveries', 'mails'] as const;

export type DueKind = (typeof dueKinds)[number];

/** Whether work of a kind is never parked: parking it would lose an event, and another attempt does no harm. */
export function isNeverParked(kind: DueKind): boolean {
  return kind === 'endpoints' || kind === 'deliveries';
}

/** Name of the environment variable that tells a worker the address of a kind's queue. */
export function queueUrlVariable(kind: DueKind): string {
  return `QUEUE_URL_${kind.toUpperCase()}`;
}
