import * as z from 'zod';
import { type CursorScope, cursorAt, positionOf } from '../http/cursor.ts';
import { AmountText, CurrencyCode, Instant, SignedAmountText, TotalText } from '../http/fields.ts';
import { formatAmount } from '../money/money.ts';
import { PayoutEntity } from '../payouts/payout.ts';
import { timestamp } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { read } from '../table/expressions.ts';
import type { Page } from '../table/page.ts';
import type { Store } from '../table/store.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
  type BalanceTransactionType,
  balanceTransactionTypes,
  lastPositionAt,
  ledgerPosition,
  rowPosition,
} from './balance-transaction.ts';
import { readLedgerPage } from './ledger-page.ts';

export interface BalanceTransactionFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly type?: readonly BalanceTransactionType[] | undefined;
  readonly orderId?: string | undefined;
  readonly currency?: string | undefined;
  /** Milliseconds; inclusive. */
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

export const BalanceTransactionView = z
  .object({
    id: z.string().meta({ description: 'Also the cursor: a page that begins with it holds strictly older rows.' }),
    type: z.enum(balanceTransactionTypes),
    currency: CurrencyCode,
    amount: SignedAmountText.meta({ description: 'Signed change of the available balance, fee included.' }),
    fee: AmountText.optional(),
    net: SignedAmountText.optional().meta({ description: 'Amount less fee; absent when the fee is unknown.' }),
    balanceAfter: TotalText,
    payoutId: z.string().optional(),
    createdAt: Instant,
  })
  .meta({ id: 'BalanceTransaction' });

export type BalanceTransactionBody = z.infer<typeof BalanceTransactionView>;

/** Lists ledger rows, newest first (specification, List balance transactions). */
export async function listBalanceTransactions(
  { store }: Runtime,
  organizationId: string,
  filters: BalanceTransactionFilters,
): Promise<{ data: BalanceTransactionBody[]; nextCursor?: string }> {
  const scope: CursorScope = { list: 'balance_transactions', organizationId };
  const after = filters.cursor === undefined ? undefined : positionOf(scope, sealedPart(filters.cursor));
  const idOf = (position: string) => `${idPrefix}${cursorAt(scope, position)}`;
  const page =
    filters.orderId === undefined
      ? await pageOfLedger(store, organizationId, filters, after)
      : await pageOfPayout(store, organizationId, filters.orderId, filters, after);
  return {
    data: page.items.map((row) => present(row, idOf(rowPosition(row)))),
    ...(page.next && { nextCursor: idOf(page.next) }),
  };
}

const idPrefix = 'bt_';

/** Without its prefix it is no id of ours: nothing is left that could be opened. */
function sealedPart(cursor: string): string {
  return cursor.startsWith(idPrefix) ? cursor.slice(idPrefix.length) : '';
}

function pageOfLedger(
  store: Store,
  organizationId: string,
  filters: BalanceTransactionFilters,
  after: string | undefined,
): Promise<Page<BalanceTransaction>> {
  const { limit, type, currency, createdAfter, createdBefore } = filters;
  return readLedgerPage(store, organizationId, {
    from: createdAfter === undefined ? undefined : boundAt(createdAfter, 0),
    to: createdBefore === undefined ? undefined : boundAt(createdBefore, Number.MAX_SAFE_INTEGER),
    after,
    limit,
    matches: type || currency ? (row) => matches(row, filters) : undefined,
  });
}

/** A caller may ask for the year 9999. */
function boundAt(at: number, sequence: number): string {
  return ledgerPosition(Math.min(at, lastPositionAt), sequence);
}

/** A payout keeps the positions of its own rows, so no history has to be searched for them. */
async function pageOfPayout(
  store: Store,
  organizationId: string,
  payoutId: string,
  filters: BalanceTransactionFilters,
  after: string | undefined,
): Promise<Page<BalanceTransaction>> {
  const payout = await store.get(read(PayoutEntity, { organizationId, payoutId }));
  const keys = (payout?.ledgerPositions ?? []).map((position) => {
    const [at, sequence] = position.split('#').map(Number);
    return { organizationId, at: at ?? 0, sequence: sequence ?? 0 };
  });
  const found = keys.length === 0 ? [] : await store.getMany(BalanceTransactionEntity, keys);
  // Missing rows are left out, so behind a gap no row stands at the place of its key.
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

function present(row: BalanceTransaction, id: string): BalanceTransactionBody {
  const { currency, amount, fee } = row;
  const text = (minor: bigint) => formatAmount(minor, currency);
  return {
    id,
    type: row.type,
    currency,
    amount: text(amount),
    ...(fee !== undefined && { fee: text(fee), net: text(amount < 0n ? amount + fee : amount - fee) }),
    balanceAfter: text(row.balanceAfter),
    ...(row.payoutId && { payoutId: row.payoutId }),
    createdAt: timestamp(row.at),
  };
}
