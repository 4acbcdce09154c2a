/** What a processor says about a call. `done` and `refused` are final. */
export type ProcessorReport<Result> =
  | { readonly outcome: 'done'; readonly result: Result }
  /** It did not and will not take effect. */
  | { readonly outcome: 'refused' }
  /** An answer that says neither, and that it would give again to the same key: from now on it is only asked. */
  | { readonly outcome: 'unclear' };

/** What a processor finds when it is asked about a call. `absent` is not final: the call may still be on its way. */
export type ProcessorFinding<Result> = ProcessorReport<Result> | { readonly outcome: 'absent' };

/**
 * The port to an outside system that does something at once and says whether it did, such as a card acquirer. Both
 * functions answer or throw within five seconds: nobody waits less for an adapter that does not. Whatever they throw
 * counts as silence, after which the call may have taken effect or not, and it is logged: it names no secret. A call is
 * stored as it is, so it holds none either.
 */
export interface Processor<Call, Result> {
  /**
   * How long the processor is known to remember a key, milliseconds. Set this shorter than it promises, because clocks
   * differ.
   */
  readonly rememberKeysForMs: number;
  /**
   * Makes the call, or returns what became of it when the processor knows the key already. Whatever is sent follows from
   * the call alone, in every release: an answer that the key was used for something else is `unclear`.
   */
  call(key: string, call: Call): Promise<ProcessorReport<Result>>;
  /** What became of the call with this key, by listing what the processor has done: a search may lag behind. */
  find(key: string, call: Call): Promise<ProcessorFinding<Result>>;
}
