import { ServiceError } from '../errors/service-error.ts';
import type { Organization } from './organization.ts';

/** Longer than a request can run. */
const rememberedMs = 60_000;

/**
 * Ends the access of a key or person for what they have begun, too: every decision reads the organization together with
 * the head, so nothing of theirs is committed once this is.
 * @param credential as rate limits count it
 * @param now milliseconds
 */
export function withdrawAccess(organization: Organization, credential: string, now: number): Organization {
  const remembered = (organization.withdrawn ?? []).filter(({ at }) => at > now - rememberedMs);
  return { ...organization, withdrawn: [...remembered, { credential, at: now }] };
}

/** @throws ServiceError UNAUTHORIZED when the caller's access ended while the request was under way */
export function refuseWithdrawn({ withdrawn = [] }: Organization, caller: string | undefined, now: number): void {
  if (withdrawn.some(({ credential, at }) => credential === caller && at > now - rememberedMs)) {
    throw new ServiceError('UNAUTHORIZED', 'access was withdrawn while the request was under way');
  }
}
