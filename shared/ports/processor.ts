/** A processor's report about a call. `done` and `refused` are final. */
export type ProcessorReport<Result> =
  | { readonly outcome: 'done'; readonly result: Result }
  /** The call did not and will not take effect. */
  | { readonly outcome: 'refused' }
  /**
   * An answer that says neither, and that the processor would repeat for the same key. From then on, the processor is
   * only asked for the outcome.
   */
  | { readonly outcome: 'unclear' };

/** A processor's finding when it is asked about a call. `absent` is not final: the call may still be in transit. */
export type ProcessorFinding<Result> = ProcessorReport<Result> | { readonly outcome: 'absent' };

/**
 * The port to an outside system that does something at once and reports whether it did, such as a card acquirer. Both
 * functions answer or throw within five seconds; callers rely on this. Everything they throw counts as silence, after
 * which the call may or may not have taken effect. It is logged, so it must not contain secrets. A call is stored
 * unchanged, so it must not contain any either.
 */
export interface Processor<Call, Result> {
  /**
   * How long the processor is known to remember a key, in milliseconds. Set this shorter than the processor promises,
   * because clocks differ.
   */
  readonly rememberKeysForMs: number;
  /**
   * Makes the call, or returns its outcome if the processor already knows the key. The content that is sent follows
   * from the call alone, in every release. An answer that the key was used for something else is `unclear`.
   */
  call(key: string, call: Call): Promise<ProcessorReport<Result>>;
  /**
   * Returns the outcome of the call with this key, found by listing what the processor has done. A search may lag
   * behind.
   */
  find(key: string, call: Call): Promise<ProcessorFinding<Result>>;
}
