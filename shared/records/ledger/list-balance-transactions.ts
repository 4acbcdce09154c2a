import { rowIdAt, rowPositionOf } from '../../contract/lists/row-id.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Page } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';
import type { TimeBounds } from '../../ground/table/time-position.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
  type BalanceTransactionType,
  ledgerBounds,
  rowPosition,
} from '../../journal/rows/balance-transaction.ts';
import { PayoutEntity } from '../../payouts/payout/payout.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { readLedgerPage } from './ledger-page.ts';
import { type BalanceTransactionBody, ledgerScope, presentBalanceTransaction } from './present-balance-transaction.ts';

export interface BalanceTransactionFilters extends TimeBounds {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly type?: readonly BalanceTransactionType[] | undefined;
  readonly orderId?: string | undefined;
  readonly currency?: string | undefined;
}

/** Lists ledger rows, newest first (specification, List balance transactions). */
export async function listBalanceTransactions(
  { store }: Runtime,
  organizationId: string,
  filters: BalanceTransactionFilters,
): Promise<{ data: BalanceTransactionBody[]; nextCursor?: string }> {
  const scope = ledgerScope(organizationId);
  const after = filters.cursor === undefined ? undefined : rowPositionOf(scope, filters.cursor);
  const page =
    filters.orderId === undefined
      ? await pageOfLedger(store, organizationId, filters, after)
      : await pageOfPayout(store, organizationId, filters.orderId, filters, after);
  return {
    data: page.items.map(presentBalanceTransaction),
    ...(page.next && { nextCursor: rowIdAt(scope, page.next) }),
  };
}

function pageOfLedger(
  store: Store,
  organizationId: string,
  filters: BalanceTransactionFilters,
  after: string | undefined,
): Promise<Page<BalanceTransaction>> {
  const { limit, type, currency } = filters;
  return readLedgerPage(store, organizationId, {
    ...ledgerBounds(filters),
    after,
    limit,
    matches: type || currency ? (row) => matches(row, filters) : undefined,
  });
}

/** A payout stores the positions of its own rows, so no history must be searched for them. */
async function pageOfPayout(
  store: Store,
  organizationId: string,
  payoutId: string,
  filters: BalanceTransactionFilters,
  after: string | undefined,
): Promise<Page<BalanceTransaction>> {
  const payout = await store.get(refTo(PayoutEntity, { organizationId, payoutId }));
  const keys = (payout?.ledgerPositions ?? []).map((position) => {
    const [at, sequence] = position.split('#').map(Number);
    return { organizationId, at: at ?? 0, sequence: sequence ?? 0 };
  });
  const found = await store.getMany(BalanceTransactionEntity, keys);
  // Missing rows are omitted, so after a gap rows are no longer at the index of their key, and are dropped.
  const rows = found.filter(({ sequence }, index) => sequence === keys[index]?.sequence);
  const wanted = rows
    .reverse()
    .filter((row) => matches(row, filters) && (after === undefined || rowPosition(row) < after));
  const items = wanted.slice(0, filters.limit);
  const last = items.at(-1);
  return { items, ...(wanted.length > items.length && last && { next: rowPosition(last) }) };
}

function matches(row: BalanceTransaction, filters: BalanceTransactionFilters): boolean {
  const { type, currency, createdAfter = 0, createdBefore = Number.MAX_SAFE_INTEGER } = filters;
  return (
    (type?.includes(row.type) ?? true) &&
    (currency ?? row.currency) === row.currency &&
    row.at >= createdAfter &&
    row.at <= createdBefore
  );
}
