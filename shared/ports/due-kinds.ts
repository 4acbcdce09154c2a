/** Kinds of work that must happen later. Each has one queue and one worker. */
export const dueKinds = [
  'rails',
  'funding',
  'flushes',
  'vaults',
  'approvals',
  'batches',
  'intents',
  'checkout',
  'payout-links',
  'endpoints',
  'deliveries',
  'mails',
] as const;

export type DueKind = (typeof dueKinds)[number];

/**
 * Whether work of a kind is never parked, because parking it would lose an event or leave a caller without an answer,
 * and another attempt does no harm.
 */
export function isNeverParked(kind: DueKind): boolean {
  return kind === 'endpoints' || kind === 'deliveries' || kind === 'intents';
}

/** The parts of the service that operators have stopped while the API continues. */
export interface Frozen {
  /** Nothing is sent to rails or processors, and nothing is read from them. */
  readonly railsFrozen: boolean;
  /**
   * No batch progresses: after a restore, no item may become a payout before it is known which ones were paid
   * (docs/adr/0032).
   */
  readonly batchesFrozen: boolean;
}

const frozenWithRails: ReadonlySet<DueKind> = new Set(['rails', 'intents', 'checkout', 'funding', 'flushes', 'vaults']);

export function isFrozen(kind: DueKind, { railsFrozen, batchesFrozen }: Frozen): boolean {
  if (kind === 'batches') return batchesFrozen;
  return railsFrozen && frozenWithRails.has(kind);
}

/** Name of the environment variable that contains the address of a kind's queue. */
export function queueUrlVariable(kind: DueKind): string {
  return `QUEUE_URL_${kind.toUpperCase().replaceAll('-', '_')}`;
}
