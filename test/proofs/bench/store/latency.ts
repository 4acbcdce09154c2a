import type { StoreCall } from './intercept.ts';

/** Milliseconds in AWS within a region: a read or a write that stands alone. */
const singleMs = 5;
/** A transaction, and each of its items. */
const transactionMs = 12;
const itemMs = 0.4;

/** What one after another of an organization's commits takes, from reading to the answer, milliseconds. */
export function commitsMs(commits: number, items: number): number {
  return commits * (singleMs + transactionMs) + items * itemMs;
}

/** What a call takes in AWS, milliseconds. */
export function latencyOf({ name, input }: StoreCall): number {
  if (!name.startsWith('Transact')) return singleMs;
  return transactionMs + itemMs * (input.TransactItems as readonly unknown[]).length;
}
