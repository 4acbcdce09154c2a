import { ServiceError } from '../../ground/errors/service-error.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { type Link, linkRef } from './link.ts';
import type { LinkKey } from './link-key.ts';
import { refuseInFlight } from './publication.ts';

/**
 * Returns the link that an earlier request with the same key created without getting an answer.
 * @throws ServiceError IDEMPOTENCY_KEY_CONFLICT for another request; CONFLICT if the link was edited or deleted since,
 * or waits for the acquirer
 */
export function resumedLink(draft: JournalDraft, { organizationId, linkId }: LinkKey, keyed: Execution['keyed']): Link {
  const link = draft.lookUp(linkRef(organizationId, linkId));
  if (link?.requestHash === undefined) {
    throw new ServiceError(
      'CONFLICT',
      `this request created ${linkId}, which has been ${link ? 'edited' : 'deleted'} since`,
    );
  }
  if (link.requestHash !== keyed?.hash) {
    throw new ServiceError('IDEMPOTENCY_KEY_CONFLICT', 'this idempotency key was used for a different request');
  }
  refuseInFlight(link, draft.now);
  return link;
}
