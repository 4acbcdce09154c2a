import { ServiceError } from '../ground/errors/service-error.ts';
import type { ApiKey } from './api-key.ts';
import { isKeyOfLeaver } from './leavers.ts';
import type { Organization } from './organization.ts';

/** How long a withdrawal is remembered: longer than a request can run, plus more than clocks differ. */
const rememberedMs = 5 * 60_000;
/**
 * An older request is refused and must be sent again: a process that was suspended does not know what was withdrawn in
 * the meantime.
 */
export const maxRequestMs = 60_000;

/** The caller of a request and the grounds for their access, which the commit checks again. */
export interface CheckedAccess {
  /** The credential by which rate limits count requests. */
  readonly credential: string;
  /** When the access was checked, milliseconds, by the clock of the process that checks it and commits. */
  readonly judgedAt: number;
  /**
   * Version of the organization when a member got their role. Absent for a key, whose access is granted once and never
   * again.
   */
  readonly accessVersion?: number;
  /** The API key, if the caller is one. */
  readonly key?: Pick<ApiKey, 'persons' | 'issuedBy' | 'createdAt'>;
}

/**
 * Ends the access of a key or person, even for requests in progress. Every decision reads the organization together
 * with the head, so nothing of theirs is committed after this change.
 * @param organization as it was read; its next version contains the withdrawal
 * @param now milliseconds
 */
export function withdrawAccess(organization: Organization, credential: string, now: number): Organization {
  const remembered = (organization.withdrawn ?? []).filter((one) => isFresh(one, now));
  const version = organization.version + 1;
  return { ...organization, withdrawn: [...remembered, { credential, version, at: now }] };
}

/**
 * Compares versions rather than times, because a commit may take long and clocks differ. A withdrawal does not apply to
 * a role that was granted after it, by a change of role or to a person who rejoined.
 * @param asker absent for workers, and for a person who is not a member yet
 * @throws ServiceError UNAUTHORIZED when the access of the caller ended while the request was in progress
 */
export function refuseWithdrawn(organization: Organization, asker: CheckedAccess | undefined, now: number): void {
  if (!asker) return;
  const { credential, accessVersion = 0, key } = asker;
  const { withdrawn = [] } = organization;
  const isWithdrawn = withdrawn.some(
    (one) => one.credential === credential && one.version > accessVersion && isFresh(one, now),
  );
  if (isWithdrawn || (key && isKeyOfLeaver(organization, key))) {
    throw new ServiceError('UNAUTHORIZED', 'access was withdrawn while the request was in progress');
  }
}

/** Whether the access of a key ended recently. Its own row may not show it yet. */
export function hasWithdrawn({ withdrawn = [] }: Organization, credential: string, now: number): boolean {
  return withdrawn.some((one) => one.credential === credential && isFresh(one, now));
}

function isFresh({ at }: { readonly at: number }, now: number): boolean {
  return at > now - rememberedMs;
}
