import { describe, expect, test } from 'vitest';
import { compareWithHead, emptyLedger, followLedger } from '../../../../shared/records/books/ledger-chain.ts';

type Row = Parameters<typeof followLedger>[1][number];

const row = (sequence: number, amount: bigint, balanceAfter: bigint, more: Partial<Row> = {}): Row => {
  return { sequence, type: 'deposit', currency: 'USD', amount, balanceAfter, ...more };
};

describe('a ledger', () => {
  test('is followed row by row, each currency by itself, and goes on where it was left', () => {
    const first = followLedger(emptyLedger, [row(1, 5n, 5n), row(2, 7n, 7n, { currency: 'EUR' })]);
    const { ledger, findings } = followLedger(first.ledger, [row(3, -2n, 3n, { type: 'payout' })]);
    expect([...first.findings, ...findings]).toEqual([]);
    expect(ledger).toEqual({
      sequence: 3,
      balances: { USD: { available: 3n, held: 0n }, EUR: { available: 7n, held: 0n } },
    });
  });

  test('holds what a hold took until it is released', () => {
    const held = followLedger(emptyLedger, [row(1, 10n, 10n), row(2, -4n, 6n, { type: 'hold' })]);
    expect(held.ledger.balances.USD).toEqual({ available: 6n, held: 4n });
    const released = followLedger(held.ledger, [row(3, 4n, 10n, { type: 'hold_release' })]);
    expect(released.ledger.balances.USD).toEqual({ available: 10n, held: 0n });
  });

  test('with a gap, a double or a wrong balance says where', () => {
    expect(followLedger(emptyLedger, [row(1, 1n, 1n), row(3, 1n, 2n), row(3, 1n, 4n)]).findings).toEqual([
      'ledger row 3 stands behind row 1',
      'ledger row 3 stands behind row 3',
      'ledger row 3 says 4 USD where 3 is right',
    ]);
  });

  test('that the head contradicts says in what', () => {
    const { ledger } = followLedger(emptyLedger, [row(1, 1n, 1n)]);
    const head = (available: bigint, held: bigint, ledgerSequence = 1) =>
      compareWithHead(ledger, { ledgerSequence, balances: { USD: { available, held } } });
    expect(head(1n, 0n)).toEqual([]);
    expect(head(2n, 0n)).toEqual(['the head has 2 USD available, the ledger 1']);
    expect(head(1n, 3n)).toEqual(['the head has 3 USD held, the ledger 0']);
    expect(head(1n, 0n, 2)).toEqual(['the head counts 2 ledger rows, the last is 1']);
  });
});
