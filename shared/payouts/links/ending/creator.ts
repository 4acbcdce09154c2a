import { type FormerMember, formerMemberRef, keptLinksOf } from '../../../access/team/former-member.ts';
import { initiatorRefs, refuseInitiator } from '../../../approvals/initiator.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { linksOfEndedKey } from '../../../identity/leavers.ts';
import type { PayoutLink } from '../payout-link.ts';

/** What `creatorRefs` has read. */
export type FoundCreator = Parameters<typeof refuseInitiator>[1] & {
  readonly formerCreator?: FormerMember | undefined;
};

/** What a decision reads to know whether a link ends with its creator's access. */
export function creatorRefs({ organizationId, creator }: Pick<PayoutLink, 'organizationId' | 'creator'>) {
  const { actorUserId } = creator;
  return {
    ...initiatorRefs({ organizationId, initiator: creator }),
    ...(actorUserId !== undefined && { formerCreator: formerMemberRef(organizationId, actorUserId) }),
  };
}

/**
 * Whether a link was created by a revoked key, or by a person who was removed or may no longer create links, and was
 * not kept by the revocation or removal. A key that expired or was rotated is not gone.
 */
export function isCreatorGone(link: PayoutLink, found: FoundCreator): boolean {
  return hasCreatorLeft(link, found) && !isKept(link, found);
}

/** Whether the creator's access has ended, even if the link was kept. */
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
