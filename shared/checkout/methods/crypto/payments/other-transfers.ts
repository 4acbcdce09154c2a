import { inCurrency } from '../../../../ground/money/token-amount.ts';
import type { Store } from '../../../../ground/table/store.ts';
import { earliestId } from '../../../../ground/time/ids.ts';
import type { Link } from '../../../links/link.ts';
import type { Payment } from '../../../payments/payment.ts';
import { cryptoMethodOf } from './crypto-method.ts';
import { type Receipt, ReceiptEntity, receiptPartition } from './receipt.ts';

export type OtherTransfer = Pick<Receipt, 'amount' | 'token' | 'madeAt'>;

/**
 * How many of an organization's newest receipts are searched. Anyone can create more, at a cost of at least a cent
 * each.
 */
const examined = 50;
/** Few enough that buyers recognize their own transfer. */
const mostShown = 3;

/**
 * Finds transfers to a link's address since one of its attempts started, in amounts that match no attempt, newest
 * first. A buyer who has sent a wrong amount finds the transfer here. The chain publishes the same information.
 */
export async function otherTransfersTo(
  store: Pick<Store, 'range'>,
  link: Link,
  { createdAt, currency }: Pick<Payment, 'createdAt' | 'currency'>,
): Promise<OtherTransfer[]> {
  const method = cryptoMethodOf(link);
  if (!method) return [];
  const from = earliestId('rct', Date.parse(createdAt));
  const range = { partition: receiptPartition(link.organizationId), from, newestFirst: true, limit: examined };
  const { items } = await store.range(ReceiptEntity, range);
  return items
    .filter(({ accountId, status }) => accountId === method.accountId && status === 'unmatched')
    .filter(({ amount, token }) => inCurrency(amount, token, currency) > 0n)
    .slice(0, mostShown);
}
