import type { CreatePayout } from '../../../src/index.ts';
import { comparedForm } from './compared-form.ts';
import { ownTextsOf } from './own-texts.ts';

/** Identifies a line that was written before: its reference, or, if it has none, its whole content. */
export function keyOf(item: CreatePayout): string {
  return item.reference === undefined ? contentOf(item) : referenceKey(item.reference);
}

export function referenceKey(reference: string): string {
  return `reference ${comparedForm(reference)}`;
}

/** The content of a line, regardless of how its numbers are written: `10`, `10.0` and `10.00` are one amount. */
export function contentOf(item: CreatePayout): string {
  const { amount, amountLeg = 'source', destinationAccountId, purposeOfPayment, reference, endUserId } = item;
  const { expectDestination: expected } = item;
  return JSON.stringify([
    numberOf(amount),
    amountLeg,
    destinationAccountId,
    purposeOfPayment ?? null,
    reference === undefined ? null : comparedForm(reference),
    endUserId === undefined ? null : comparedForm(endUserId),
    ...ownTextsOf(item, comparedForm),
    expected ? [numberOf(expected.amount), numberOf(expected.tolerance ?? '0')] : null,
  ]);
}

function numberOf(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
