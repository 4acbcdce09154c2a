import { metadataText } from '../../contract/metadata.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { resolveAccounts } from '../accounts/resolve-accounts.ts';
import type { Product } from '../products/product.ts';
import type { Link } from './link.ts';
import { refuseUnpayable, requestedPrice } from './link-price.ts';
import type { LinkChange } from './link-request.ts';
import type { LinkStage } from './link-stage.ts';
import { isOver, linkStatusAt } from './link-status.ts';
import { refuseInFlight } from './publication.ts';

/**
 * Applies a request's changes to the link. A draft can change in every field, a published link only in its deadline
 * (specification, Update a checkout link).
 * @returns the link itself if the request changes nothing
 * @throws ServiceError BAD_REQUEST; VALIDATION_ERROR; NOT_FOUND for the product; CONFLICT while the link is being
 * published
 */
export function changedLink(
  draft: JournalDraft,
  link: Link,
  change: LinkChange,
  { product, acquirer }: Pick<LinkStage, 'acquirer'> & { readonly product: Product | undefined },
): Link {
  const status = linkStatusAt(link, draft.now);
  if (status === 'draft') {
    refuseInFlight(link, draft.now);
    if (!hasEffect(change)) return link;
    const edited = editedDraft(draft, link, change, product);
    refuseUnpayable(edited, acquirer);
    return edited;
  }
  const isDeadlineOnly = Object.keys(change).join() === 'expiresAt';
  if (status !== 'sent' || !isDeadlineOnly)
    throw new ServiceError('BAD_REQUEST', `the link is ${status}: ${hint[status]}`);
  const expiresAt = change.expiresAt ?? undefined;
  if (isOver(expiresAt, draft.now))
    throw new ServiceError('BAD_REQUEST', 'expiresAt has passed; pause the link instead');
  return { ...link, expiresAt };
}

const hint = {
  sent: 'only the expiresAt of a published link can be changed, without other fields',
  paused: 'it cannot be changed',
  expired: 'it cannot be revived',
} as const;

/** A change of tax without items has no effect. */
function hasEffect(change: LinkChange): boolean {
  return Object.keys(change).some((field) => field !== 'taxRate' && field !== 'taxInclusive');
}

function editedDraft(draft: JournalDraft, link: Link, change: LinkChange, product: Product | undefined): Link {
  const price = requestedPrice(change, product, link) ?? link;
  const { metadata, fromName, methods = link.methods } = change;
  return {
    ...link,
    ...price,
    successUrl: changed(link.successUrl, change.successUrl),
    cancelUrl: changed(link.cancelUrl, change.cancelUrl),
    clientReferenceId: changed(link.clientReferenceId, change.clientReferenceId),
    metadata: metadataText(metadata) ?? link.metadata,
    fromName: fromName === undefined ? link.fromName : fromName || undefined,
    methods: resolveAccounts(draft, price.currency, methods),
    maxPayments: changed(link.maxPayments, change.maxPayments),
    expiresAt: changed(link.expiresAt, change.expiresAt),
    // A pending publication was for the link before the change.
    publishing: undefined,
    publishError: undefined,
    requestHash: undefined,
  };
}

function changed<T>(stored: T | undefined, change: T | null | undefined): T | undefined {
  return change === undefined ? stored : (change ?? undefined);
}
