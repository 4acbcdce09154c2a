import { inCurrency } from '../../../../ground/money/token-amount.ts';
import type { Store } from '../../../../ground/table/store.ts';
import { earliestId } from '../../../../ground/time/ids.ts';
import type { Link } from '../../../links/link.ts';
import type { Payment } from '../../../payments/payment.ts';
import { cryptoMethodOf } from './crypto-method.ts';
import { type Receipt, ReceiptEntity, receiptPartition } from './receipt.ts';

export type OtherTransfer = Pick<Receipt, 'amount' | 'token' | 'madeAt'>;

/** So many receipts of an organization are examined, the newest. Anybody can make more, each for a cent at least. */
const examined = 50;
/** A buyer knows their own among few. */
const mostShown = 3;

/**
 * What came to a link's address since one of its attempts began, in other amounts than any that was asked for, newest first:
 * whoever has sent a wrong amount finds their transfer here. Everybody can read it on the chain.
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
