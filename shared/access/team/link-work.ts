import type { ApiKey } from '../../identity/api-key.ts';
import type { Member } from '../../identity/member.ts';
import type { DueKey } from '../../journal/due/due-work.ts';

const memberPrefix = 'member_';

/** Returns the key of the due work after a revocation that cancels the payout links created by the key. */
export function linkWorkOfKey({ organizationId, id }: Pick<ApiKey, 'organizationId' | 'id'>): DueKey {
  return { organizationId, kind: 'payout-links', resourceId: id };
}

/** Returns the key of the due work after a member's removal that cancels the payout links created by the person. */
export function linkWorkOfMember({ organizationId, userId }: Pick<Member, 'organizationId' | 'userId'>): DueKey {
  return { organizationId, kind: 'payout-links', resourceId: memberPrefix + userId };
}

/** Tells whether work of the kind `payout-links` is about a creator of links rather than one link. */
export function isLinkCreatorWork({ resourceId }: Pick<DueKey, 'resourceId'>): boolean {
  return resourceId.startsWith('akid_') || resourceId.startsWith(memberPrefix);
}

/** @returns the user id; undefined for work that is about a key */
export function memberOfLinkWork({ resourceId }: Pick<DueKey, 'resourceId'>): string | undefined {
  return resourceId.startsWith(memberPrefix) ? resourceId.slice(memberPrefix.length) : undefined;
}
