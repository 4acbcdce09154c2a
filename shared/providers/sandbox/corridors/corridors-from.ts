import type { BankCorridor } from '../../../ports/corridor.ts';

/**
 * One dollar or euro, in cents: below it the fee is most of the payment. Where the fee is that high or higher, an amount
 * within the corridor can still leave nothing, which `QUOTE_NOT_POSITIVE` reports.
 */
const MINIMUM = 1_00n;

const everything: BankCorridor['capabilities'] = { exactOutput: true, indicativePricing: true };

/** What differs from corridor to corridor; amounts in cents. */
type Row = Omit<BankCorridor, 'sourceCurrency' | 'methodKind' | 'minimum' | 'capabilities'> &
  Partial<Pick<BankCorridor, 'capabilities'>>;

/** Makes sandbox corridors that pay from one currency, which has two decimal places. */
export function corridorsFrom(sourceCurrency: 'USD' | 'EUR'): (row: Row) => BankCorridor {
  return (row) => ({ capabilities: everything, ...row, minimum: MINIMUM, sourceCurrency, methodKind: 'fiat' });
}
