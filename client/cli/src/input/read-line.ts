import { buildItem, type Values } from './build-item.ts';
import { type CurrencySide, codeOf, type NamedCurrency } from './currency.ts';
import type { Fault, Line } from './fault.ts';

export interface Read {
  readonly lines: readonly Line[];
  readonly faults: readonly Fault[];
}

/** A cell in a column that names a currency. */
export interface CurrencyCell {
  readonly currency: CurrencySide;
  readonly column: string;
  readonly cell: unknown;
}

/** Checks the request in a line, and the currencies that it names. */
export function readLine(line: number, values: Values, cells: readonly CurrencyCell[]): Read {
  const { item, faults } = buildItem(values);
  const { currencies, faults: ofCurrencies } = readCurrencies(cells);
  const all = [...faults, ...ofCurrencies];
  if (!item || all.length > 0) return { lines: [], faults: all.map((message) => ({ line, message })) };
  return { lines: [{ line, item, ...(currencies.length > 0 && { currencies }) }], faults: [] };
}

function readCurrencies(cells: readonly CurrencyCell[]): { currencies: NamedCurrency[]; faults: string[] } {
  const currencies: NamedCurrency[] = [];
  const faults: string[] = [];
  for (const { currency, column, cell } of cells) {
    const code = codeOf(cell);
    if (code === undefined) faults.push(`${column} ${JSON.stringify(cell)} is not an ISO 4217 code, such as EUR`);
    else currencies.push({ side: currency, column, code });
  }
  return { currencies, faults };
}
