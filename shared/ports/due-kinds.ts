/** Kinds of work that must happen later. Each has one queue and one worker. */
export const dueKinds = ['rails', 'approvals', 'batches', 'intents', 'endpoints', 'deliveries', 'mails'] as const;

export type DueKind = (typeof dueKinds)[number];

/**
 * Whether work of a kind is never parked: parking it would lose an event, or leave a caller without an answer, and
 * another attempt does no harm.
 */
export function isNeverParked(kind: DueKind): boolean {
  return kind === 'endpoints' || kind === 'deliveries' || kind === 'intents';
}

/**
 * Whether work of a kind waits while the rails are frozen: what moves money outside, and runs, because after a restore no
 * line may become a payout before it is known which were paid (docs/adr/0032).
 */
export function isFrozenWithRails(kind: DueKind): boolean {
  return kind === 'rails' || kind === 'intents' || kind === 'batches';
}

/** Name of the environment variable that tells a worker the address of a kind's queue. */
export function queueUrlVariable(kind: DueKind): string {
  return `QUEUE_URL_${kind.toUpperCase()}`;
}
