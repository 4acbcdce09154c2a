import type { Line } from './fault.ts';
import { groupBy } from './group-by.ts';

/** The number of payouts of a file in one currency, and their sum. */
export interface Sum {
  /** The ISO 4217 code, or a description if the file does not say and the service was not asked. */
  readonly currency: string;
  readonly count: number;
  /** A decimal, with the largest number of decimal places of the amounts. */
  readonly amount: string;
}

/** The number and sum of payouts by currency, in the order of the file. */
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
