import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Link } from '../links/link.ts';
import { type Payment, paymentIdOn } from './payment.ts';

/** What a link does not say of a payment on it. */
interface Paid {
  /** When it is made and its chance (`Ids.suffix`): the end of its id. */
  readonly suffix: string;
  /** The acquirer's id of the charge. */
  readonly externalId: string;
  readonly method: Payment['method'];
  /** The link's where the payment has none of its own. */
  readonly clientReferenceId?: string | undefined;
  /** Taken when the link took no payments any more. */
  readonly late?: true | undefined;
}

/** A payment of a link's total, `pending`, before its charge is applied. */
export function newPayment(
  { timestamp, livemode }: Pick<JournalDraft, 'timestamp' | 'livemode'>,
  link: Link,
  { suffix, externalId, method, clientReferenceId = link.clientReferenceId, late }: Paid,
): Payment & { readonly externalId: string } {
  return {
    organizationId: link.organizationId,
    paymentId: paymentIdOn(link.linkId, suffix),
    version: 1,
    status: 'pending',
    externalId,
    method,
    amount: link.total,
    tax: link.tax,
    currency: link.currency,
    refunded: 0n,
    reversed: 0n,
    ...(clientReferenceId !== undefined && { clientReferenceId }),
    ...(link.metadata !== undefined && { metadata: link.metadata }),
    ...(late && { late }),
    disputes: [],
    refunds: [],
    livemode,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}
