import { type ApiKey, personsOf } from './api-key.ts';
import type { Organization } from './organization.ts';

/**
 * Whether a key is of somebody who was removed together with their keys, of whom not all have been ended yet. Keys made later
 * are of somebody who has joined again.
 */
export function isOfLeaver(
  { leavers = [] }: Pick<Organization, 'leavers'>,
  key: Pick<ApiKey, 'persons' | 'issuedBy' | 'createdAt'>,
): boolean {
  return leavers.some(({ userId, at }) => personsOf(key).includes(userId) && Date.parse(key.createdAt) <= at);
}

/** The organization with somebody whose keys are all to be refused until they have been ended. */
export function withLeaver(organization: Organization, userId: string, at: number): Organization {
  const { leavers = [] } = withoutLeaver(organization, userId);
  return { ...organization, leavers: [...leavers, { userId, at }] };
}

export function withoutLeaver(organization: Organization, userId: string): Organization {
  const { leavers = [] } = organization;
  return { ...organization, leavers: leavers.filter((leaver) => leaver.userId !== userId) };
}

export function isLeaver({ leavers = [] }: Organization, userId: string): boolean {
  return leavers.some((leaver) => leaver.userId === userId);
}
