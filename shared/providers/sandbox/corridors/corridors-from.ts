import type { BankCorridor } from '../../../ports/corridor.ts';

/**
 * One dollar or euro, in cents. Below it the fee is most of the payment. If the fee is at least that high, an amount
 * within the corridor can still leave nothing, which `QUOTE_NOT_POSITIVE` reports.
 */
const MINIMUM = 1_00n;

const everything: BankCorridor['capabilities'] = { exactOutput: true, indicativePricing: true };

/** What differs between corridors. Amounts in cents. */
type Row = Omit<BankCorridor, 'sourceCurrency' | 'methodKind' | 'minimum' | 'capabilities'> &
  Partial<Pick<BankCorridor, 'capabilities'>>;

/** Makes sandbox corridors that pay from one currency, which has two decimal places. */
export function corridorsFrom(sourceCurrency: 'USD' | 'EUR'): (row: Row) => BankCorridor {
  return (row) => ({ capabilities: everything, ...row, minimum: MINIMUM, sourceCurrency, methodKind: 'fiat' });
}
