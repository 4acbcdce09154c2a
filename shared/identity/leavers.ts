import { type ApiKey, answerablePersonsOf } from './api-key.ts';
import type { LinkDisposition } from './link-disposition.ts';
import type { Organization } from './organization.ts';

type Leaver = NonNullable<Organization['leavers']>[number];

type OwnedKey = Pick<ApiKey, 'persons' | 'issuedBy' | 'createdAt'>;

/**
 * The first removal of a member that ended a key, while some of that member's keys have not been ended yet. Keys
 * created after the removal do not count, because their holder has rejoined.
 */
function leaverWith({ leavers = [] }: Pick<Organization, 'leavers'>, key: OwnedKey): Leaver | undefined {
  return leavers.find(({ userId, at }) => answerablePersonsOf(key).includes(userId) && Date.parse(key.createdAt) <= at);
}

/** Whether a key ended with the removal of a member. Its row may not show it yet. */
export function isKeyOfLeaver(organization: Pick<Organization, 'leavers'>, key: OwnedKey): boolean {
  return leaverWith(organization, key) !== undefined;
}

/**
 * What happens to the open payout links of a key that ends or has ended. The request that ended the key first decides;
 * later ones change nothing.
 * @param said by the request that ends the key now
 */
export function linksOfEndedKey(
  organization: Pick<Organization, 'leavers'>,
  key: OwnedKey & Pick<ApiKey, 'revokedAt' | 'links'>,
  said?: LinkDisposition,
): ApiKey['links'] {
  if (key.revokedAt !== undefined) return key.links;
  const leaver = leaverWith(organization, key);
  return leaver ? leaver.links : said;
}

/**
 * Adds a removed member to the organization. Their keys are refused until all of them have been ended. An earlier
 * removal with another decision about payout links stays listed, for the keys that ended with it.
 */
export function withLeaver(organization: Organization, leaver: Leaver): Organization {
  const { leavers = [] } = organization;
  const last = leavers.findLast(({ userId }) => userId === leaver.userId);
  const others = last?.links === leaver.links ? leavers.filter((other) => other !== last) : leavers;
  return { ...organization, leavers: [...others, leaver] };
}

export function withoutLeaver(organization: Organization, userId: string): Organization {
  const { leavers = [] } = organization;
  return { ...organization, leavers: leavers.filter((leaver) => leaver.userId !== userId) };
}

export function isLeaver({ leavers = [] }: Organization, userId: string): boolean {
  return leavers.some((leaver) => leaver.userId === userId);
}
