import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Link } from '../links/link.ts';
import { type Payment, paymentIdOn } from './payment.ts';

/** What a link does not say of a payment on it. */
interface Paid {
  /** When it is made and its chance (`Ids.suffix`): the end of its id. */
  readonly suffix: string;
  readonly method: Payment['method'];
  /** The link's where the payment has none of its own. */
  readonly clientReferenceId?: string | undefined;
  /** Taken when the link took no payments any more. */
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

/** The same of which nobody outside knows yet. */
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
