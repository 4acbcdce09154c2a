import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Link } from '../links/link.ts';
import { type Payment, paymentIdOn } from './payment.ts';

/** What a payment has besides the values of its link. */
interface Paid {
  /** The time and random part (`Ids.suffix`), which ends the id. */
  readonly suffix: string;
  readonly method: Payment['method'];
  /** The link's value if the payment has none of its own. */
  readonly clientReferenceId?: string | undefined;
  /** Received after the link stopped accepting payments. */
  readonly late?: true | undefined;
}

/** A payment of a link's total, `pending`, before its charge is applied. */
export function newPayment(
  draft: Pick<JournalDraft, 'timestamp' | 'livemode' | 'headVersion'>,
  link: Link,
  { externalId, ...paid }: Paid & { readonly externalId: string },
): Payment & { readonly externalId: string } {
  return { ...pendingPayment(draft, link, paid), externalId };
}

/** A pending payment of a link's total that is not known outside yet. */
export function pendingPayment(
  { timestamp, livemode, headVersion }: Pick<JournalDraft, 'timestamp' | 'livemode' | 'headVersion'>,
  link: Link,
  { suffix, method, clientReferenceId = link.clientReferenceId, late }: Paid,
): Payment {
  return {
    organizationId: link.organizationId,
    paymentId: paymentIdOn(link.linkId, suffix),
    version: 1,
    status: 'pending',
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
    eventSequences: [],
    recordedIn: headVersion,
    livemode,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}
