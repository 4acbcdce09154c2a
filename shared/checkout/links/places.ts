import { allOf, equals, itemExists, lessThan, notExists } from '../../ground/table/conditions.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { updateIf, type Write } from '../../ground/table/writes.ts';
import { type Link, linkRead } from './link.ts';

/*
 * Places are counted up and down and not replaced, so that buyers who come at the same time are not in each other's way. The
 * version moves as well: whoever replaces the link then notices.
 */

/**
 * Takes a place of a published link. Refused once it has none left, or takes payments no more or until another time.
 * @param link as it was read; it counts its places
 */
export function takePlace({ organizationId, linkId, status, expiresAt, maxPayments = 0 }: Link): Write {
  const deadline = expiresAt === undefined ? notExists<Link>('expiresAt') : equals<Link>({ expiresAt });
  const hasRoom = lessThan<Link>({ placesTaken: maxPayments });
  return updateIf(
    linkRead(organizationId, linkId),
    updateOf<Link>({ add: { placesTaken: 1, version: 1 } }, allOf<Link>(equals<Link>({ status }), deadline, hasRoom)),
  );
}

/**
 * Takes places of a link that counts them, or gives them back, whatever the link is by then. Its caller's commit is
 * conditional on whatever has or gets the place, so that none is given back twice.
 */
export function movePlaces({ organizationId, linkId }: Pick<Link, 'organizationId' | 'linkId'>, by: number): Write {
  return updateIf(
    linkRead(organizationId, linkId),
    updateOf<Link>({ add: { placesTaken: by, version: 1 } }, itemExists),
  );
}
