import { metadataText } from '../../contract/metadata.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { resolveAccounts } from '../accounts/resolve-accounts.ts';
import type { Product } from '../products/product.ts';
import type { Link } from './link.ts';
import { type LinkPrice, refuseUnpayable, requestedPrice } from './link-price.ts';
import type { LinkRequest } from './link-request.ts';
import type { LinkStage } from './link-stage.ts';

interface New extends Pick<Link, 'linkId' | 'pageToken'> {
  readonly product: Product | undefined;
  readonly keyed: Execution['keyed'];
  readonly acquirer: LinkStage['acquirer'];
}

/**
 * Returns the draft that a request asks for. A draft whose deadline is in the past is accepted but cannot be published.
 * @throws ServiceError VALIDATION_ERROR, BAD_REQUEST, NOT_FOUND
 */
export function newLink(
  draft: JournalDraft,
  request: LinkRequest,
  { linkId, pageToken, product, keyed, acquirer }: New,
): Link {
  const { methods, fromName, expiresAt, successUrl, cancelUrl, clientReferenceId, maxPayments } = request;
  // The request's schema requires either a product or a currency with items.
  const price = requestedPrice(request, product) as LinkPrice;
  const link: Link = {
    ...price,
    organizationId: draft.head.organizationId,
    linkId,
    version: 1,
    status: 'draft',
    successUrl,
    cancelUrl,
    clientReferenceId,
    metadata: metadataText(request.metadata),
    fromName: fromName || undefined,
    methods: resolveAccounts(draft, price.currency, methods),
    maxPayments,
    placesTaken: 0,
    simulated: 0,
    expiresAt: expiresAt ?? undefined,
    pageToken,
    requestHash: keyed?.hash,
    livemode: draft.livemode,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  refuseUnpayable(link, acquirer);
  return link;
}
