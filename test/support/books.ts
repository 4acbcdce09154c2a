import { expect } from 'vitest';
import type { Balance, BalanceTransaction, Event, Payout, Sluice } from '../../client/src/index.ts';

/** All records of an organization. */
export interface Books {
  readonly balance: Balance;
  /** Oldest first, like all lists here. */
  readonly rows: readonly BalanceTransaction[];
  readonly events: readonly Event[];
  readonly orders: readonly Payout[];
}

/** Reads balance, ledger, feed and orders completely. They agree when nothing is under way. */
export async function readBooks(sluice: Sluice): Promise<Books> {
  const [balance, rows, orders, events] = await Promise.all([
    sluice.getBalance(),
    collect(sluice.listBalanceTransactions({ limit: 100 })),
    collect(sluice.listOrders({ limit: 100 })),
    readFeed(sluice),
  ]);
  return { balance, rows: rows.reverse(), events, orders: orders.reverse() };
}

async function collect<Row>(list: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}

/** The feed from its start to its end. */
export async function readFeed(sluice: Sluice, since = '0'): Promise<Event[]> {
  const events: Event[] = [];
  for (let from = since; ; ) {
    const page = await sluice.listEvents({ since: from, limit: 500 });
    if (page.data.length === 0) return events;
    events.push(...page.data);
    from = page.nextSince;
  }
}

/** Checks that balance, ledger, feed and orders agree. */
export function expectAgreement(books: Books): void {
  expectNoGap(books.events);
  expectLedgerAddsUp(books);
  const rows = Map.groupBy(books.rows, ({ payoutId }) => payoutId);
  // Events of approvals, runs and payout links are left out. That nothing is held any more is checked with the balance.
  const ofMoney = books.events.filter(({ type }) => !/^payout_(approval|batch|link)\./.test(type));
  const events = Map.groupBy(ofMoney, ({ payoutId }) => payoutId);
  const known = new Set<unknown>([undefined, ...books.orders.map(({ payoutId }) => payoutId)]);
  expect([...rows.keys(), ...events.keys()].filter((payoutId) => !known.has(payoutId))).toEqual([]);
  for (const order of books.orders) {
    expectRowsOf(order, rows.get(order.payoutId) ?? []);
    expectEventsOf(order, events.get(order.payoutId) ?? []);
  }
  const deposits = books.rows.filter(({ type }) => type === 'deposit');
  expect((events.get(undefined) ?? []).map(({ type, data }) => [type, 'amount' in data && data.amount])).toEqual(
    deposits.map(({ amount }) => ['deposit.completed', amount]),
  );
}

export function expectNoGap(events: readonly Event[]): void {
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => String(index + 1)));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const times = events.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
}

/** Checks that each row's balance is the previous one plus its amount, and that the last is the balance itself. */
export function expectLedgerAddsUp({ rows, balance }: Pick<Books, 'rows' | 'balance'>): void {
  for (const { currency, available, held } of balance.balances) {
    let sum = 0n;
    for (const row of rows.filter((candidate) => candidate.currency === currency)) {
      sum += cents(row.amount);
      expect(cents(row.balanceAfter), `balance after ${row.id}`).toBe(sum);
    }
    expect(cents(available)).toBe(sum);
    expect(held).toBe('0.00');
  }
}

/** Expects the debit, and the return with the fee if the money came back. */
function expectRowsOf(
  { payoutId, sourceAmount, sourceCurrency, fee, fundsReturned }: Payout,
  rows: readonly unknown[],
) {
  const net = decimal(cents(sourceAmount) - cents(fee.amount));
  const row = { currency: sourceCurrency, fee: fee.amount, payoutId };
  expect(rows).toMatchObject([
    { ...row, type: 'payout', amount: `-${sourceAmount}`, net: `-${net}` },
    ...(fundsReturned ? [{ ...row, type: 'payout_return', amount: sourceAmount, net }] : []),
  ]);
}

/**
 * Expects one event per transition. The last one shows the payout as orders do, except that it shows a returned payout
 * as `failed`.
 */
function expectEventsOf(order: Payout, events: readonly Event[]): void {
  expect(events[0]?.type).toBe('payout.pending');
  expect(new Set(events.map(({ type }) => type)).size, `${events.map(({ type }) => type)}`).toBe(events.length);
  expect(events.at(-1)?.type).toBe(`payout.${order.status}`);
  expect(events.at(-1)?.data).toEqual({ ...order, status: order.status === 'returned' ? 'failed' : order.status });
}

/** Minor units of a decimal string with two places. */
export function cents(amount: string): bigint {
  expect(amount).toMatch(/^-?\d+\.\d\d$/);
  return BigInt(amount.replace('.', ''));
}

/** The decimal string of minor units with two places. */
export function decimal(minor: bigint): string {
  const digits = minor.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
