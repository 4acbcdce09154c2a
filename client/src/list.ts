/** One page of a list that has a cursor, or of the event feed. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor?: string | undefined;
  /** Present in pages of the event feed only. The feed ends at an empty page. */
  readonly nextSince?: string;
}

type RowOf<P> = P extends Page<infer Row> ? Row : never;

/**
 * The result of a list operation. Await it to get the page, or iterate over it to get every row of this and the
 * following pages. No request is sent before that.
 *
 * @example
 * for await (const row of sluice.listBalanceTransactions({ type: 'payout' })) console.log(row.id);
 */
export class List<P extends Page<unknown>> implements PromiseLike<P>, AsyncIterable<RowOf<P>> {
  readonly #fetchPage: (cursor: string | undefined) => Promise<P>;
  #first: Promise<P> | undefined;

  /**
   * `fetchPage` is called with undefined for the page that the caller requested, then with the cursor of each following
   * page.
   */
  constructor(fetchPage: (cursor: string | undefined) => Promise<P>) {
    this.#fetchPage = fetchPage;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page.
  then<Result = P, Failure = never>(
    onResult?: ((page: P) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#firstPage().then(onResult, onFailure);
  }

  catch<Failure = never>(onFailure: (reason: unknown) => Failure | PromiseLike<Failure>): Promise<P | Failure> {
    return this.#firstPage().catch(onFailure);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RowOf<P>, void, undefined> {
    let page = await this.#firstPage();
    for (;;) {
      yield* page.data as readonly RowOf<P>[];
      const next = page.nextCursor ?? (page.data.length > 0 ? page.nextSince : undefined);
      if (next === undefined) return;
      page = await this.#fetchPage(next);
      if (page.nextCursor === next) throw new Error('The cursor of the list does not move.');
    }
  }

  #firstPage(): Promise<P> {
    this.#first ??= this.#fetchPage(undefined);
    return this.#first;
  }
}
