import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Range, RangePage, Store } from '../../ground/table/store.ts';
import type { TimeBounds } from '../../ground/table/time-position.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
  ledgerBounds,
  ledgerPartition,
} from '../../journal/rows/balance-transaction.ts';
import type { Runtime } from '../../ports/runtime.ts';

export interface HistoryFilters extends TimeBounds {
  readonly currency?: string | undefined;
}

/** The most orders in one answer (design, balance history). */
const maxOrders = 5_000;
/**
 * The most rows read for one answer. At about 350 bytes per row, it stays below the six megabytes that a Lambda answer
 * can have.
 */
const maxRows = 15_000;
const rowsPerQuery = 5_000;

/**
 * Reads the ledger, or its rows within a time range, oldest first (specification, Other referenced operations, balance
 * history). A commit's rows become visible one by one, so rows newer than a gap are left for the next read. The row
 * before the range shows whether the oldest row of the range is still missing.
 * @throws ServiceError HISTORY_TOO_LARGE
 */
export async function getBalanceHistory(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  filters: HistoryFilters,
): Promise<BalanceTransaction[]> {
  const range = { ...ledgerBounds(filters), partition: ledgerPartition(organizationId) };
  const readFrom = (after?: string) => store.range(BalanceTransactionEntity, { ...range, after, limit: rowsPerQuery });
  const { from } = range;
  const before = from === undefined ? 0 : lastSequence(store, { ...range, from: undefined, to: from });
  const [first, last, preceding] = await Promise.all([readFrom(), lastSequence(store, range), before]);
  // Sequences are consecutive, so the first and the last one give the number of rows before they are read.
  refuseTooLarge(last - preceding, 0);
  const history = new History(preceding + 1, filters);
  for (let page: RangePage<BalanceTransaction> = first; ; page = await readFrom(page.examinedTo)) {
    if (!history.add(page.items) || page.examinedTo === undefined) return history.rows;
  }
}

/** Zero if there is no row, because sequences start at 1. */
async function lastSequence(store: Store, range: Omit<Range, 'limit'>): Promise<number> {
  const { items } = await store.range(BalanceTransactionEntity, { ...range, newestFirst: true, limit: 1 });
  return items[0]?.sequence ?? 0;
}

/** Collects rows as they are read, and counts them and their orders. */
class History {
  readonly rows: BalanceTransaction[] = [];
  readonly #orders = new Set<string>();
  readonly #firstSequence: number;
  readonly #currency: string | undefined;
  #nextSequence: number;

  constructor(firstSequence: number, { currency }: HistoryFilters) {
    this.#firstSequence = firstSequence;
    this.#nextSequence = firstSequence;
    this.#currency = currency;
  }

  /**
   * Adds rows up to a gap.
   * @returns whether there was no gap
   * @throws ServiceError HISTORY_TOO_LARGE
   */
  add(rows: readonly BalanceTransaction[]): boolean {
    for (const row of rows) {
      if (row.sequence !== this.#nextSequence) return false;
      this.#nextSequence += 1;
      if (row.currency !== (this.#currency ?? row.currency)) continue;
      this.rows.push(row);
      if (row.payoutId) this.#orders.add(row.payoutId);
    }
    refuseTooLarge(this.#nextSequence - this.#firstSequence, this.#orders.size);
    return true;
  }
}

function refuseTooLarge(rows: number, orders: number): void {
  if (orders > maxOrders) throw new ServiceError('HISTORY_TOO_LARGE', `the history has more than ${maxOrders} orders`);
  if (rows > maxRows) throw new ServiceError('HISTORY_TOO_LARGE', `the history has more than ${maxRows} rows`);
}
