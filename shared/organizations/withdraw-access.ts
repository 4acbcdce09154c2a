import { ServiceError } from '../errors/service-error.ts';
import type { Organization } from './organization.ts';

/** Longer than a request can run. */
const rememberedMs = 60_000;
/** How far the clocks of two functions may be apart. */
const clockSkewMs = 5_000;

/** Who asks, and since when. */
interface Asker {
  readonly credential?: string | undefined;
  /** Milliseconds; absent where it does not matter how long ago access ended. */
  readonly receivedAt?: number | undefined;
}

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

/**
 * A request that came in after the access ended was judged by what its caller is since: a member with another role, or one
 * who was removed and has joined again.
 * @throws ServiceError UNAUTHORIZED when the caller's access ended while the request was under way
 */
export function refuseWithdrawn({ withdrawn = [] }: Organization, asker: Asker, now: number): void {
  const since = Math.max(now - rememberedMs, (asker.receivedAt ?? 0) - clockSkewMs);
  if (withdrawn.some(({ credential, at }) => credential === asker.credential && at > since)) {
    throw new ServiceError('UNAUTHORIZED', 'access was withdrawn while the request was under way');
  }
}
