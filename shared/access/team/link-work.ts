import type { ApiKey } from '../../identity/api-key.ts';
import type { Member } from '../../identity/member.ts';
import type { DueKey } from '../../journal/due/due-work.ts';

const memberPrefix = 'member_';

/** Key of the due work after a revocation. The work cancels the payout links created by the key. */
export function linkWorkOfKey({ organizationId, id }: Pick<ApiKey, 'organizationId' | 'id'>): DueKey {
  return { organizationId, kind: 'payout-links', resourceId: id };
}

/** Key of the due work after a member's removal. The work cancels the payout links created by the person. */
export function linkWorkOfMember({ organizationId, userId }: Pick<Member, 'organizationId' | 'userId'>): DueKey {
  return { organizationId, kind: 'payout-links', resourceId: memberPrefix + userId };
}

/** Whether work of the kind `payout-links` is about a creator of links rather than one link. */
export function isLinkCreatorWork({ resourceId }: Pick<DueKey, 'resourceId'>): boolean {
  return resourceId.startsWith('akid_') || resourceId.startsWith(memberPrefix);
}

/** @returns the user id; undefined for work that is about a key */
export function memberOfLinkWork({ resourceId }: Pick<DueKey, 'resourceId'>): string | undefined {
  return resourceId.startsWith(memberPrefix) ? resourceId.slice(memberPrefix.length) : undefined;
}
