/**
 * Describes what a request creates or changes, for answers about idempotency. Each domain declares its own subjects, so
 * that the journal does not depend on any domain.
 */
export interface Subject {
  /** What to do while an outcome is unknown. Completes "replay the same idempotency key, or …". */
  readonly lookUp: string;
  /**
   * How DUPLICATE_REQUEST_DETECTED names what the first request created. `idPrefix` distinguishes its ids from those of
   * other resources that the request may create instead.
   */
  readonly original?: {
    readonly field: 'originalPayoutId' | 'originalBatchId' | 'originalPayoutLinkId';
    readonly idPrefix: string;
  };
}

/** What a caller can do while the outcome of a request is unknown. A request without a key cannot be replayed. */
export function adviceFor(subject: Subject | undefined, { isKeyed = true } = {}): string {
  if (!isKeyed) return subject?.lookUp ?? 'look whether it took effect before you send it again';
  return subject ? `replay the same idempotency key, or ${subject.lookUp}` : 'replay the same idempotency key';
}
