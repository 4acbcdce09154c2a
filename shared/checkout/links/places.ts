import { allOf, equals, itemExists, lessThan, notExists } from '../../ground/table/conditions.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { updateIf, type Write } from '../../ground/table/writes.ts';
import { type Link, linkRef } from './link.ts';

/*
 * Places are incremented and decremented instead of replaced, so that concurrent buyers do not conflict. The version
 * changes as well, so that a concurrent replacement of the link fails.
 */

/**
 * Takes a place on a published link. The write fails if no place is left, if the link is no longer in the status that
 * was read, or if its deadline has changed.
 * @param link as it was read; it must limit its places
 */
export function takePlace({ organizationId, linkId, status, expiresAt, maxPayments = 0 }: Link): Write {
  const deadline = expiresAt === undefined ? notExists<Link>('expiresAt') : equals<Link>({ expiresAt });
  const hasRoom = lessThan<Link>({ placesTaken: maxPayments });
  return updateIf(
    linkRef(organizationId, linkId),
    updateOf<Link>({ add: { placesTaken: 1, version: 1 } }, allOf<Link>(equals<Link>({ status }), deadline, hasRoom)),
  );
}

/**
 * Takes or gives back places on a link that limits them, whatever status the link has. The caller's commit must be
 * conditional on the row that holds the place, so that no place is given back twice.
 */
export function movePlaces({ organizationId, linkId }: Pick<Link, 'organizationId' | 'linkId'>, by: number): Write {
  return updateIf(
    linkRef(organizationId, linkId),
    updateOf<Link>({ add: { placesTaken: by, version: 1 } }, itemExists),
  );
}
