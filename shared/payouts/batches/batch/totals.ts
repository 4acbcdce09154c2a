import type { Payout } from '../../payout/payout.ts';
import type { Batch } from './batch.ts';
import type { BatchItemStatus } from './statuses.ts';

/** The batch after one line has moved from one status to another. */
export function withMoved(batch: Batch, from: BatchItemStatus, to: BatchItemStatus): Batch {
  const { counts } = batch;
  return { ...batch, counts: { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 } };
}

export interface RequestedAmount {
  readonly corridorId: string;
  readonly amountLeg: Batch['requested'][number]['amountLeg'];
  readonly currency: string;
  readonly funding?: Batch['requested'][number]['funding'];
  /** Minor units of the leg's currency. */
  readonly amount: bigint;
}

/** The batch with one more valid line added to its totals. */
export function withRequested(batch: Batch, { amount, ...sort }: RequestedAmount): Batch {
  const isSame = (one: Batch['requested'][number]) =>
    one.corridorId === sort.corridorId && one.amountLeg === sort.amountLeg && one.currency === sort.currency;
  const before = batch.requested.find(isSame) ?? { ...sort, count: 0, amount: 0n, largest: 0n };
  const after = {
    ...before,
    count: before.count + 1,
    amount: before.amount + amount,
    largest: amount > before.largest ? amount : before.largest,
  };
  return { ...batch, requested: [...batch.requested.filter((one) => !isSame(one)), after] };
}

type Debit = Pick<Payout, 'sourceAmount' | 'sourceCurrency' | 'fee' | 'requiresFunding'>;

/**
 * The batch with one more created payout: with what it took from the balance, or with what the organization must send
 * for it.
 */
export function withDebit(batch: Batch, { requiresFunding, ...debit }: Debit): Batch {
  const { debited, selfFunded } = batch;
  if (!requiresFunding) return { ...batch, debited: added(debited, debit) };
  return { ...batch, selfFunded: { ...added(selfFunded, debit), count: (selfFunded?.count ?? 0) + 1 } };
}

function added(sum: Batch['debited'], { sourceAmount, sourceCurrency, fee }: Omit<Debit, 'requiresFunding'>) {
  const { amount, fee: fees } = sum ?? { amount: 0n, fee: 0n };
  return { ...sum, currency: sourceCurrency, amount: amount + sourceAmount, fee: fees + fee };
}

/**
 * The total cost of the created payouts so far, whoever pays, in minor units of the settlement currency, fees included.
 */
export function costOf({ debited, selfFunded }: Pick<Batch, 'debited' | 'selfFunded'>): bigint {
  return (debited?.amount ?? 0n) + (selfFunded?.amount ?? 0n);
}
