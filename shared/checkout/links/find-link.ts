import { ServiceError } from '../../ground/errors/service-error.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Store } from '../../ground/table/store.ts';
import { type Link, LinkEntity, linkRef } from './link.ts';

/**
 * Reads a link of an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function findLink(store: Pick<Store, 'get'>, organizationId: string, linkId: string): Promise<Link> {
  return foundLink(await store.get(linkRef(organizationId, linkId)));
}

/** @throws ServiceError NOT_FOUND */
export function foundLink(found: Link | undefined): Link {
  if (found) return found;
  throw new ServiceError('NOT_FOUND', 'no such link');
}

/**
 * Returns the link that a decision changes.
 * @throws ServiceError NOT_FOUND
 * @throws UnknownValue for a status that this release does not know
 */
export function knownLink(found: Link | undefined): Link {
  refuseUnknown(LinkEntity, found);
  return foundLink(found);
}
