import { effectiveLimits, type Limited } from './effective-limits.ts';
import type { Organization } from './organization.ts';

type Counting = Limited & Pick<Organization, 'endUsersCountedSince'>;

/**
 * Whether payouts are counted per end user: from the first cap on, permanently. A cap that is lifted and set again on
 * the same day includes what was sent in between.
 */
export function countsEndUsers(organization: Counting): boolean {
  return organization.endUsersCountedSince !== undefined || hasCap(organization);
}

/**
 * An organization after a change of its caps, with the time from which it counts per end user.
 * @param at ISO 8601
 */
export function withCountOfEndUsers(before: Organization, after: Organization, at: string): Organization {
  if (after.endUsersCountedSince !== undefined || !(hasCap(before) || hasCap(after))) return after;
  return { ...after, endUsersCountedSince: at };
}

function hasCap(organization: Limited): boolean {
  return effectiveLimits(organization).perEndUserDaily !== undefined;
}
