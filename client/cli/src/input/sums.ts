import type { Line } from './fault.ts';
import { groupBy } from './group-by.ts';

/** How many payouts of a file are of one currency, and their sum. */
export interface Sum {
  /** ISO 4217 code, or words if the file does not say and the service was not asked. */
  readonly currency: string;
  readonly count: number;
  /** Decimal, with the most places that one of the amounts has. */
  readonly amount: string;
}

/** Count and sum by currency, in the order of the file. */
export function sumsOf(lines: readonly Line[], currencyOf: (line: Line) => string): Sum[] {
  return [...groupBy(lines, currencyOf)].map(([currency, of]) => ({
    currency,
    count: of.length,
    amount: sum(of.map(({ item }) => item.amount)),
  }));
}

function sum(amounts: readonly string[]): string {
  const places = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const total = amounts.reduce((before, amount) => {
    const [whole = '', fraction = ''] = amount.split('.');
    return before + BigInt(whole + fraction.padEnd(places, '0'));
  }, 0n);
  const digits = String(total).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** `20.00 USD in 2 payouts, 9.00 EUR in 1 payout` */
export function showSums(sums: readonly Sum[]): string {
  if (sums.length === 0) return 'nothing';
  return sums
    .map(({ currency, count, amount }) => `${amount} ${currency} in ${count} ${count === 1 ? 'payout' : 'payouts'}`)
    .join(', ');
}
