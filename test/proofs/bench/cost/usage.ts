import { dollarsOf, type Priced } from './prices.ts';

/** How much of what is priced something uses. */
export type Usage = Readonly<Partial<Record<Priced, number>>>;

export function sum(...usages: readonly Usage[]): Usage {
  const total: Partial<Record<Priced, number>> = {};
  for (const usage of usages) {
    for (const [name, amount] of Object.entries(usage) as [Priced, number][]) {
      total[name] = (total[name] ?? 0) + amount;
    }
  }
  return total;
}

export function times(factor: number, usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).map(([name, amount]) => [name, amount * factor]));
}

/** Dollars for all that is used. */
export function totalOf(usage: Usage): number {
  return Object.entries(usage).reduce((total, [name, amount]) => total + dollarsOf(name as Priced, amount), 0);
}
