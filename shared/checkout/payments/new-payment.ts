import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Link } from '../links/link.ts';
import { type Payment, paymentIdOn } from './payment.ts';

/** The values of a payment that do not come from its link. */
interface Paid {
  /** The time and random part of the payment's id (`Ids.suffix`). */
  readonly suffix: string;
  readonly method: Payment['method'];
  /** If absent, the link's value is used. */
  readonly clientReferenceId?: string | undefined;
  /** Set if the money was received after the link stopped accepting payments. */
  readonly late?: true | undefined;
}

/** Returns a `pending` payment of a link's total, before its charge is applied. */
export function newPayment(
  draft: Pick<JournalDraft, 'timestamp' | 'livemode' | 'headVersion'>,
  link: Link,
  { externalId, ...paid }: Paid & { readonly externalId: string },
): Payment & { readonly externalId: string } {
  return { ...pendingPayment(draft, link, paid), externalId };
}

/** Returns a `pending` payment of a link's total that has no `externalId` yet. */
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
