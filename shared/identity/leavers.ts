import { type ApiKey, answerablePersonsOf } from './api-key.ts';
import type { Organization } from './organization.ts';

/**
 * Whether a key belongs to a member who was removed together with their keys, while some of these keys have not been
 * ended yet. Keys made after the removal do not count: their holder has joined again.
 */
export function isKeyOfLeaver(
  { leavers = [] }: Pick<Organization, 'leavers'>,
  key: Pick<ApiKey, 'persons' | 'issuedBy' | 'createdAt'>,
): boolean {
  return leavers.some(({ userId, at }) => answerablePersonsOf(key).includes(userId) && Date.parse(key.createdAt) <= at);
}

/** Adds a removed member to the organization: the keys that they hold are refused until all have been ended. */
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
