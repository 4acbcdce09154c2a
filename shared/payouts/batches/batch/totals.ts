import type { PricedPayout } from '../../pricing/price-payout.ts';
import type { Batch } from './batch.ts';
import type { BatchItemStatus } from './statuses.ts';

/** The run with one line moved from a status to another. */
export function withMoved(batch: Batch, from: BatchItemStatus, to: BatchItemStatus): Batch {
  const { counts } = batch;
  return { ...batch, counts: { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 } };
}

export interface RequestedAmount {
  readonly corridorId: string;
  readonly amountLeg: Batch['requested'][number]['amountLeg'];
  readonly currency: string;
  /** Minor units of the leg's currency. */
  readonly amount: bigint;
}

/** The run with what one more valid line asks for. */
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

type Debit = Pick<PricedPayout, 'sourceAmount' | 'sourceCurrency' | 'fee'>;

/** The run with what one more created payout took from the balance. */
export function withDebit(batch: Batch, { sourceAmount, sourceCurrency, fee }: Debit): Batch {
  const { amount, fee: fees } = batch.debited ?? { amount: 0n, fee: 0n };
  const debited = { currency: sourceCurrency, amount: amount + sourceAmount, fee: fees + fee };
  return { ...batch, debited: { ...batch.debited, ...debited } };
}
