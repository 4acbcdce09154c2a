/**
 * The kind of thing that a request makes or changes, as far as the answers of idempotency need to name it. Declared in
 * the domain of the thing, so that the journal knows none of them.
 */
export interface Subject {
  /** What to do while an outcome is not known: completes "replay the same idempotency key, or …". */
  readonly lookUp: string;
  /**
   * How DUPLICATE_REQUEST_DETECTED names what the first request made. `idPrefix` tells such ids from those of other
   * resources that the request may make instead.
   */
  readonly original?: {
    readonly field: 'originalPayoutId' | 'originalBatchId' | 'originalPayoutLinkId';
    readonly idPrefix: string;
  };
}

/** What a caller can do while the outcome of a request is not known. A request without a key cannot be replayed. */
export function adviceFor(subject: Subject | undefined, { isKeyed = true } = {}): string {
  if (!isKeyed) return subject?.lookUp ?? 'look whether it took effect before you send it again';
  return subject ? `replay the same idempotency key, or ${subject.lookUp}` : 'replay the same idempotency key';
}
