import { ServiceError } from '../ground/errors/service-error.ts';
import type { ApiKey } from './api-key.ts';
import { isOfLeaver } from './leavers.ts';
import type { Organization } from './organization.ts';

/** Longer than a request may run, by more than clocks differ. */
const rememberedMs = 5 * 60_000;
/** A request that is not done by then is judged anew: a process that stood still knows nothing of what was withdrawn meanwhile. */
export const longestRequestMs = 60_000;

/** Who asks, and by what they were judged. */
export interface Asker {
  /** As rate limits count it. */
  readonly credential: string;
  /** When, milliseconds, by the clock of the process that judges and commits. */
  readonly judgedAt: number;
  /** Version of the organization that gave a member their role; a key's access is given once, and never again. */
  readonly accessVersion?: number;
  /** The key, where one asks. */
  readonly key?: Pick<ApiKey, 'persons' | 'issuedBy' | 'createdAt'>;
}

/**
 * Ends the access of a key or person for what they have begun, too: every decision reads the organization together with
 * the head, so nothing of theirs is committed once this is.
 * @param organization as it was read: the next version of it withdraws
 * @param now milliseconds
 */
export function withdrawAccess(organization: Organization, credential: string, now: number): Organization {
  const remembered = (organization.withdrawn ?? []).filter((one) => isFresh(one, now));
  const version = organization.version + 1;
  return { ...organization, withdrawn: [...remembered, { credential, version, at: now }] };
}

/**
 * Compares versions, not times: a commit may take long, and clocks differ. A request was judged by what its caller is since
 * when their role is younger: another one, or that of somebody who has joined again.
 * @param asker absent for workers, and for who is nothing to the organization yet
 * @throws ServiceError UNAUTHORIZED when the caller's access ended while the request was under way
 */
export function refuseWithdrawn(organization: Organization, asker: Asker | undefined, now: number): void {
  if (!asker) return;
  const { credential, accessVersion = 0, key } = asker;
  const { withdrawn = [] } = organization;
  const isWithdrawn = withdrawn.some(
    (one) => one.credential === credential && one.version > accessVersion && isFresh(one, now),
  );
  if (isWithdrawn || (key && isOfLeaver(organization, key))) {
    throw new ServiceError('UNAUTHORIZED', 'access was withdrawn while the request was under way');
  }
}

function isFresh({ at }: { readonly at: number }, now: number): boolean {
  return at > now - rememberedMs;
}
