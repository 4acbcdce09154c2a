import { type FormerMember, formerMemberRead, keptLinksOf } from '../../../access/team/former-member.ts';
import { initiatorReads, refuseInitiator } from '../../../approvals/initiator.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { linksOfEndedKey } from '../../../identity/leavers.ts';
import type { PayoutLink } from '../payout-link.ts';

/** What `creatorReads` has read. */
export type FoundCreator = Parameters<typeof refuseInitiator>[1] & {
  readonly formerCreator?: FormerMember | undefined;
};

/** What a decision reads to know whether a link ends with the access of whoever made it. */
export function creatorReads({ organizationId, creator }: Pick<PayoutLink, 'organizationId' | 'creator'>) {
  const { actorUserId } = creator;
  return {
    ...initiatorReads({ organizationId, initiator: creator }),
    ...(actorUserId !== undefined && { formerCreator: formerMemberRead(organizationId, actorUserId) }),
  };
}

/**
 * Whether a link was made by a key that was revoked, or by a person who was removed or may not make links any more, and was not kept
 * by whoever revoked or removed them. A key that expired or was rotated is not gone.
 */
export function isCreatorGone(link: PayoutLink, found: FoundCreator): boolean {
  return hasCreatorLeft(link, found) && !isKept(link, found);
}

/** The same, also of a link that was kept. */
export function hasCreatorLeft(link: PayoutLink, found: FoundCreator): boolean {
  const { creator, createdAt, organizationVersion } = link;
  try {
    refuseInitiator({ kind: 'payout_link', initiator: creator, createdAt, organizationVersion }, found);
    return false;
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'UNAUTHORIZED') return true;
    throw error;
  }
}

function isKept(
  { organizationVersion }: PayoutLink,
  { organization, initiatorKey, formerCreator }: FoundCreator,
): boolean {
  if (initiatorKey) return linksOfEndedKey(organization, initiatorKey) === 'keep';
  return keptLinksOf(formerCreator, organizationVersion);
}
