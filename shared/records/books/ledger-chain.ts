import { type Balance, balanceOf, type Head } from '../../journal/commit/head.ts';
import type { BalanceTransaction } from '../../journal/rows/balance-transaction.ts';

/** The sums of a ledger's rows, read from the first row on. */
export interface LedgerProgress {
  /** Sequence of the last row. */
  readonly sequence: number;
  /** By currency, minor units. */
  readonly balances: Readonly<Record<string, Balance>>;
}

export const emptyLedger: LedgerProgress = { sequence: 0, balances: {} };

type Row = Pick<BalanceTransaction, 'sequence' | 'type' | 'currency' | 'amount' | 'balanceAfter'>;

/**
 * Continues through the ledger and checks that each row follows the previous one and states the correct sum.
 * @returns the sums so far, and what is wrong, in plain words
 */
export function followLedger(
  before: LedgerProgress,
  rows: readonly Row[],
): { readonly ledger: LedgerProgress; readonly findings: string[] } {
  const findings: string[] = [];
  let { sequence } = before;
  const balances = { ...before.balances };
  for (const row of rows) {
    if (row.sequence !== sequence + 1) findings.push(`ledger row ${row.sequence} stands behind row ${sequence}`);
    sequence = row.sequence;
    const { available, held } = balanceOf({ balances }, row.currency);
    const sum = available + row.amount;
    // A hold moves its amount from the available balance to the held one until it is released.
    const isHold = row.type === 'hold' || row.type === 'hold_release';
    balances[row.currency] = { available: sum, held: isHold ? held - row.amount : held };
    if (row.balanceAfter !== sum) {
      findings.push(`ledger row ${sequence} says ${row.balanceAfter} ${row.currency} where ${sum} is right`);
    }
  }
  return { ledger: { sequence, balances }, findings };
}

/** Findings if the head differs from its ledger. */
export function compareWithHead(ledger: LedgerProgress, head: Pick<Head, 'ledgerSequence' | 'balances'>): string[] {
  const currencies = [...new Set([...Object.keys(ledger.balances), ...Object.keys(head.balances)])];
  const wrong = currencies.flatMap((currency) => {
    const [stated, expected] = [balanceOf(head, currency), balanceOf(ledger, currency)];
    return (['available', 'held'] as const)
      .filter((part) => stated[part] !== expected[part])
      .map((part) => `the head has ${stated[part]} ${currency} ${part}, the ledger ${expected[part]}`);
  });
  if (head.ledgerSequence === ledger.sequence) return wrong;
  return [`the head counts ${head.ledgerSequence} ledger rows, the last is ${ledger.sequence}`, ...wrong];
}
